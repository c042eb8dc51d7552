const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Codes of `[` and `{`; the codes of their ends are higher by two. */
const BEGINS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const ENDS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Bounds of a JSON text. */
export interface JsonBounds {
  /** Maximum nesting of lists and objects. */
  readonly depth: number;
  /** Maximum of values in all, the outermost too. */
  readonly values: number;
}

/**
 * The bound that a JSON text exceeds for certain, before it is parsed; null where it may fit. Linear in the text, which may not even be JSON.
 * `JSON.parse` takes more than linear time for depth and for objects of many members (900 KB of `[`: 80 to 130 ms, half of it 20), and
 * makes thirty times the text's size of values.
 */
export function exceededBound(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | null {
  let [depth, begun, commas] = [0, 0, 0];
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) commas += 1;
    else if (BEGINS.has(byte)) {
      depth += 1;
      begun += 1;
      if (depth > bounds.depth) return 'depth';
    } else if (ENDS.has(byte)) depth -= 1;
    // Each comma separates two values, and each list or object is a value.
    if (begun > bounds.values || commas >= bounds.values) return 'values';
  }
  return null;
}
