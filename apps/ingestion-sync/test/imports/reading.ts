import { detectStatement } from '../../src/imports/formats/detect-statement';
import { readingOf, readStatement, StatementReading } from '../../src/imports/formats/read-statement';
import {
  StatementAccount,
  StatementBalance,
  StatementEntry,
  LeftOutRow,
  StatementItem,
  UnreadableEntry,
} from '../../src/imports/formats/statement';

/** The items of a file, by kind. */
export interface ReadFile {
  readonly reading: StatementReading;
  readonly items: readonly StatementItem[];
  readonly accounts: readonly StatementAccount[];
  readonly entries: readonly StatementEntry[];
  readonly balances: readonly StatementBalance[];
  readonly leftOut: readonly LeftOutRow[];
  readonly unreadable: readonly UnreadableEntry[];
}

/** Reads a file like a user's upload: detects it by its beginning, then reads it in pieces. */
export async function readFile(
  content: string | Uint8Array,
  {
    name = null,
    size = 64 * 1024,
    how = null,
  }: { name?: string | null; size?: number; how?: StatementReading | null } = {},
): Promise<ReadFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const detected = how === null ? detectStatement(bytes.subarray(0, 256 * 1024), name) : null;
  const reading = how ?? (detected && readingOf(detected));
  if (reading === null) throw new Error('The format is not detected.');
  return byKind(reading, await collect(readStatement(cut(bytes, size), reading)));
}

export function byKind(reading: StatementReading, items: readonly StatementItem[]): ReadFile {
  return {
    reading,
    items,
    accounts: items.flatMap((item) => (item.kind === 'account' ? [item.account] : [])),
    entries: items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : [])),
    balances: items.flatMap((item) => (item.kind === 'balance' ? [item.balance] : [])),
    leftOut: items.flatMap((item) => (item.kind === 'left_out' ? [item.leftOut] : [])),
    unreadable: items.flatMap((item) => (item.kind === 'unreadable' ? [item.unreadable] : [])),
  };
}

/** Yields the bytes in chunks of this size. */
export async function* cut(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Returns amounts and days in one line for each entry, as tests state them. */
export function short({ entries }: ReadFile): string[] {
  return entries.map(({ document: { amount, currency, booking_date, value_date } }) =>
    [booking_date ?? value_date, amount, currency].join(' '),
  );
}
