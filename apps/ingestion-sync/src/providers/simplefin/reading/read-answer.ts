/** The transactions of one account in a response. */
export interface AnswerRows {
  /**
   * UTF-8, a line for each: the JSON text of a transaction, or `TOO_LONG_ROW` and the JSON text of its beginning, a string.
   * Bytes go from thread to thread without being copied, and take no part of the heap.
   */
  readonly lines: Uint8Array;
  readonly count: number;
  /** The account has more of them than are read: these are not all. */
  readonly isCut: boolean;
}

export const TOO_LONG_ROW = '!';

/** A response to `GET /accounts` that was read within its limits. */
export interface ReadAnswer {
  /** JSON text of what the protocol has, without the transactions; other members are left out. */
  readonly json: string;
  /** The rows of each element of `accounts`, by position; null if the element has no list of transactions. */
  readonly rows: readonly (AnswerRows | null)[];
}

const NEWLINE = 0x0a;

/** Yields the lines one at a time. */
export function* linesOf({ lines }: AnswerRows): Generator<string> {
  const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  for (let at = 0; at < buffer.length;) {
    const newline = buffer.indexOf(NEWLINE, at);
    const end = newline === -1 ? buffer.length : newline;
    yield buffer.toString('utf8', at, end);
    at = end + 1;
  }
}

/** Approximate memory of a response, in bytes. */
export function sizeOf({ json, rows }: ReadAnswer): number {
  return rows.reduce((sum, one) => sum + (one?.lines.length ?? 0), json.length);
}
