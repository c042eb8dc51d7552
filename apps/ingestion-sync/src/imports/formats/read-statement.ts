import { CamtReader } from './camt/camt-reader';
import { CsvReader } from './csv/csv-reader';
import { STATEMENT_LIMITS } from './limits';
import { Mt940Reader } from './mt940/mt940-reader';
import { OfxReader } from './ofx/ofx-reader';
import { declaredEncoding } from './text/declared-encoding';
import { QifReader } from './qif/qif-reader';
import { CsvReading, DetectedQif, DetectedStatement, StatementFormat, StatementItem } from './statement';
import { StatementProblem } from './statement-problem';
import { StatementReader } from './statement-reader';
import { decodeText } from './text/decode-text';

/** How a file is read, as detected by `detectStatement` or corrected by the user. */
export interface StatementReading {
  readonly format: StatementFormat;
  /** Required for CSV. */
  readonly csv: CsvReading | null;
  /** For QIF; without it the file's first entries decide. */
  readonly qif?: Pick<DetectedQif, 'dateOrder'> | null;
}

/** Returns how a file is read if the user corrects nothing. */
export function readingOf({ format, csv, qif }: DetectedStatement): StatementReading {
  return { format, csv: csv?.reading ?? null, qif };
}

/**
 * Reads a file while it arrives. Memory stays within `STATEMENT_LIMITS` whatever the file's size, and the result does
 * not depend on how the bytes are split. An account is emitted before its entries.
 * @param rows counts those of all files of an archive
 * @throws StatementProblem if the rest of the file is unreadable; items that were emitted before must then be discarded
 */
export async function* readStatement(
  bytes: AsyncIterable<Uint8Array>,
  how: StatementReading,
  rows = new RowCounts(),
): AsyncIterable<StatementItem> {
  const reader = readerOf(how);
  const bounds = new Bounds(rows);
  let decoding: ReturnType<typeof decodeText> | null = null;
  for await (const piece of pieces(bytes)) {
    decoding ??= decodeText(how.csv?.encoding ?? declaredEncoding(piece));
    yield* bounds.within(await reader.read(decoding.decode(piece)));
  }
  if (decoding !== null) yield* bounds.within(await reader.read(decoding.end()));
  yield* bounds.within(await reader.end());
  yield* bounds.end();
}

function readerOf({ format, csv, qif }: StatementReading): StatementReader {
  switch (format) {
    case 'OFX':
      return new OfxReader();
    case 'CSV':
      if (csv === null) throw new StatementProblem('How the columns of the file are read is not known.');
      return new CsvReader(csv);
    case 'CAMT053':
      return new CamtReader();
    case 'MT940':
      return new Mt940Reader();
    case 'QIF':
      return new QifReader(qif?.dateOrder ?? null);
  }
}

/** Splits the bytes into pieces of one size. */
async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const size = STATEMENT_LIMITS.pieceBytes;
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(size - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      [filled, at] = [filled + taken, at + taken];
      if (filled < size) continue;
      yield piece;
      [piece, filled] = [Buffer.allocUnsafe(size), 0];
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Ends the reading of an upload in which most rows are no readable entries. Each such row costs as much as an entry,
 * and a file of 50 MB may have 25 million.
 */
export class RowCounts {
  private entries = 0;
  private others = 0;

  /**
   * Counts an item.
   * @throws StatementProblem
   */
  add(item: StatementItem): void {
    if (item.kind === 'entry') this.entries += 1;
    else if (item.kind === 'unreadable') this.addOther(item.unreadable.line);
    else if (item.kind === 'left_out') this.addOther(item.leftOut.line);
  }

  private addOther(line: number): void {
    this.others += 1;
    if (this.others <= STATEMENT_LIMITS.rowsBesideEntries + this.entries) return;
    const reason = `Most rows are no entries that can be read: ${counted(this.others)} of ${counted(this.others + this.entries)} so far`;
    throw new StatementProblem(reason, line);
  }
}

const counted = (count: number): string => count.toLocaleString('en');

/** Refuses files with too many accounts, and counts unreadable entries beyond the listed ones. */
class Bounds {
  private accounts = 0;
  private unreadable = 0;
  private lastLine = 1;

  constructor(private readonly rows: RowCounts) {}

  within(items: StatementItem[]): StatementItem[] {
    for (const item of items) {
      this.rows.add(item);
      if (item.kind === 'account' && (this.accounts += 1) > STATEMENT_LIMITS.accounts) {
        throw new StatementProblem(`The file has more than ${STATEMENT_LIMITS.accounts} accounts.`);
      }
      if (item.kind === 'unreadable') this.unreadable += 1;
    }
    if (this.unreadable <= STATEMENT_LIMITS.unreadable) return items;
    return this.listed(items);
  }

  end(): StatementItem[] {
    const more = this.unreadable - STATEMENT_LIMITS.unreadable;
    if (more <= 0) return [];
    const reason = `${more} more entries cannot be read.`;
    return [{ kind: 'unreadable', unreadable: { line: this.lastLine, reason } }];
  }

  private listed(items: StatementItem[]): StatementItem[] {
    let seen = this.unreadable - items.filter(({ kind }) => kind === 'unreadable').length;
    return items.filter((item) => {
      if (item.kind !== 'unreadable') return true;
      this.lastLine = item.unreadable.line;
      return (seen += 1) <= STATEMENT_LIMITS.unreadable;
    });
  }
}
