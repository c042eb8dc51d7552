const GIB = 2 ** 30;

/** Bytes as people say them. */
export function inWords(bytes: number): string {
  return bytes < GIB ? `${Math.floor(bytes / 2 ** 20)} MB` : `${(bytes / GIB).toFixed(1)} GB`;
}
