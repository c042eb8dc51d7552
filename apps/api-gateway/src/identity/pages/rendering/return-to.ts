/** Path after signing in. Only paths of this site are accepted: another address could lead the user to a malicious site. */
export function safeReturnTo(wanted: string): string {
  const isPath = /^\/(?![/\\])[\w\-./?=&%:+~]*$/.test(wanted);
  return isPath ? wanted : '/';
}
