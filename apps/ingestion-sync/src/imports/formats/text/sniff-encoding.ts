/**
 * Returns the encoding that a file's first bytes prove: by a byte order mark, or by the zeros in UTF-16's Latin
 * letters.
 */
export function sniffEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const pairs = Math.min(head.length >> 1, 512);
  if (pairs < 2) return null;
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs * 0.6 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.6 && odd < pairs * 0.1) return 'utf-16be';
  return null;
}
