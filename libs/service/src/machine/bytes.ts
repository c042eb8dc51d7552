const GIB = 2 ** 30;

/** Bytes in words for people. */
export function inWords(bytes: number): string {
  return bytes < GIB ? `${Math.floor(bytes / 2 ** 20)} MB` : `${(bytes / GIB).toFixed(1)} GB`;
}
