/** Decodes UTF-8, without the byte order mark that some servers send. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf8', markBytesOf(bytes));
}

/** The length of that mark. */
export function markBytesOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
