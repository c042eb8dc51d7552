import { largestOf } from '@tributary/contracts';
/**
 * Matches one piece of a pattern: `\Q…\E`, `\p{Greek}`, `\x{10FFFF}`, another escape, a class (a bracket in its first
 * position is one of its characters), the opening of a group, a repetition, or another character.
 */
const PIECES =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}?|\\[^]?|\[\^?\]?(?:\\[^]|[^\]\\])*\]?|\(\?[a-zA-Z-]*:|\((?:\?P?<\w+>)?|\{\d+(?:,\d*)?\}|[^]/g;

/** Number of instructions that a capture adds to the instructions of its content. */
const CAPTURE_SIZE = 2;

/**
 * Estimates the number of instructions of a compiled pattern from its text: characters, classes and groups, multiplied
 * by their repetitions. Compiling expands repetitions, so a pattern with too many must be rejected before.
 */
export function programSize(pattern: string): number {
  const open = [0]; // the sizes of the open groups, the outermost first
  let last = 0; // the size of the last piece, which a repetition would multiply
  for (const [piece] of pattern.matchAll(PIECES)) {
    if (piece.startsWith('(')) {
      open.push(piece.endsWith(':') ? 1 : CAPTURE_SIZE);
      continue;
    }
    const times = timesOf(piece);
    // The repeated piece was counted once already.
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

/** Returns how often `{2}`, `{2,}` or `{2,5}` expands the preceding piece; null for other pieces. */
function timesOf(piece: string): number | null {
  if (!/^\{\d/.test(piece)) return null;
  return largestOf((piece.match(/\d+/g) ?? []).map(Number), 1);
}
