/** Where to go after signing in: a path of this site; anything else could send the user on to another's. */
export function safeReturnTo(wanted: string): string {
  const isPath = /^\/(?![/\\])[\w\-./?=&%:+~]*$/.test(wanted);
  return isPath ? wanted : '/';
}
