import { largestOf } from '@tributary/contracts';
/**
 * A pattern's pieces: `\Q…\E`, `\p{Greek}` and `\x{10FFFF}`, other escapes, classes (a bracket that comes first in one
 * is one of its characters), what opens groups, repetitions, and all other characters.
 */
const PIECES =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}?|\\[^]?|\[\^?\]?(?:\\[^]|[^\]\\])*\]?|\(\?[a-zA-Z-]*:|\((?:\?P?<\w+>)?|\{\d+(?:,\d*)?\}|[^]/g;

/** A capture is two instructions beside what it captures. */
const CAPTURE_SIZE = 2;

/**
 * About how many instructions a pattern compiles to, by its text alone: characters, classes and groups, as often as they
 * are repeated. Compiling writes repetitions out, which must not begin where there are too many of them.
 */
export function programSize(pattern: string): number {
  const open = [0]; // the sizes of the groups that are open, the outermost first
  let last = 0; // the size of what a repetition would repeat
  for (const [piece] of pattern.matchAll(PIECES)) {
    if (piece.startsWith('(')) {
      open.push(piece.endsWith(':') ? 1 : CAPTURE_SIZE);
      continue;
    }
    const times = timesOf(piece);
    // What is repeated is counted once already.
    const added = times === null ? sizeOf(piece, open) : last * (times - 1);
    open.push((open.pop() ?? 0) + added);
    last = times === null ? added : last * times;
  }
  return open.reduce((sum, size) => sum + size, 0);
}

function sizeOf(piece: string, open: number[]): number {
  if (piece === ')' && open.length > 1) return open.pop() ?? 0;
  return piece.startsWith('\\Q') ? piece.length : 1;
}

/** Of `{2}`, `{2,}` and `{2,5}`: how often the preceding piece is written out; null for other pieces. */
function timesOf(piece: string): number | null {
  if (!/^\{\d/.test(piece)) return null;
  return largestOf((piece.match(/\d+/g) ?? []).map(Number), 1);
}
