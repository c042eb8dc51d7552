import { isZero } from '@tributary/money';
import { Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { currencyOf } from '../../../providers/mapping/json-fields';
import { fieldText, ibanOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { CsvReading, StatementAccount, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable, StatementProblem } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import {
  balanceOf,
  ColumnIndexes,
  columnIndexes,
  CsvRow,
  currencyIn,
  entryOf,
  feeEntryOf,
  RowReading,
  rowReading,
  withSecondLine,
} from './csv-entry';
import { cellText, isBlank, rowOptions } from './csv-rows';
import { periodIn } from './days-without-years';
import { RowLeftOut } from './left-out-rows';
import { looksLikeEntry } from './detection/sample-table';
import { RunningBalances } from './detection/running-balances';

/** Reads the rows of a CSV file with csv-parse, by a reading that was detected or that the user set. */
export class CsvReader implements StatementReader {
  private readonly indexes: ColumnIndexes;
  private readonly seen = new Set<string>();
  /** The beginning of the file, until the first entry is found. */
  private beginning: string | null = '';
  private items: StatementItem[] = [];
  private line = 1;
  private how: RowReading;
  private ownIban: string | null = null;
  private readonly balances = new RunningBalances();
  /** The currency of each account's first row, by the account's name in the rows. */
  private readonly currencies = new Map<string, string>();
  /** The last entry, until it is known whether the next row continues it. */
  private lastEntry: StatementEntry | null = null;
  private parser: Parser;

  constructor(private readonly reading: CsvReading) {
    this.indexes = columnIndexes(reading.columns);
    this.how = rowReading(reading, null);
    this.parser = this.newParser();
  }

  async read(text: string): Promise<StatementItem[]> {
    if (text === '') return [];
    const entries = this.beginning === null ? text : this.withoutBeginning(this.beginning + text, false);
    if (entries !== null) await this.parse(entries);
    return this.taken();
  }

  async end(): Promise<StatementItem[]> {
    if (this.beginning !== null) {
      const entries = this.withoutBeginning(this.beginning, true);
      if (entries !== null) await this.parse(entries);
    }
    await new Promise<void>((resolve, reject) => {
      this.parser.once('error', (error) => reject(this.problem(error)));
      this.parser.once('end', resolve);
      this.parser.resume();
      this.parser.end();
    });
    this.release();
    for (const balance of this.balances.items()) this.items.push({ kind: 'balance', balance });
    return this.taken();
  }

  private newParser(): Parser {
    const parser = new RowParser(this.reading.delimiter, (cells) => this.row(cells));
    parser.on('error', () => undefined); // reported by the write that caused it
    return parser;
  }

  private parse(text: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.parser.write(text, (error) => {
        if (error) reject(this.problem(error));
        else resolve();
      });
    });
  }

  /** Returns the text from the first entry on; null while more of the file is needed to find it. */
  private withoutBeginning(text: string, ended: boolean): Buffer | null {
    const bytes = Buffer.from(text);
    const { skipRows, delimiter } = this.reading;
    // Requires one more row, because the last one may be incomplete.
    const rows = ended || skipRows > 0 ? this.firstRows(bytes, skipRows + 1, delimiter, ended) : [];
    if (skipRows > 0 && rows.length <= skipRows && !ended) {
      if (bytes.length > STATEMENT_LIMITS.headBytes)
        throw new StatementProblem('The first entry is not found.');
      this.beginning = text;
      return null;
    }
    this.beginning = null;
    const skipped = rows.slice(0, skipRows);
    this.takeBeginning(skipped.map(({ record }) => record));
    return bytes.subarray(skipped.at(-1)?.info.bytes ?? 0);
  }

  private firstRows(
    bytes: Buffer,
    count: number,
    delimiter: CsvReading['delimiter'],
    ended: boolean,
  ): RowWithInfo[] {
    try {
      return parse(bytes, { ...rowOptions(delimiter), to: count, info: true }) as unknown as RowWithInfo[];
    } catch (error) {
      // The quote may be closed in the next piece.
      if (!ended && codeOf(error) === 'CSV_QUOTE_NOT_CLOSED') return [];
      throw error instanceof Error ? this.problem(error) : error;
    }
  }

  /**
   * Reads the lines before the entries, which may name the account, and the column names, which may name the currency.
   */
  private takeBeginning(rows: readonly string[][]): void {
    const names = rows.at(-1) ?? [];
    const money = ['amount', 'debit', 'credit', 'balance'] as const;
    const currency = money
      .flatMap((column) => this.indexes.get(column) ?? [])
      .map((index) => currencyNamedIn(names[index] ?? ''))
      .find((code) => code !== undefined);
    this.how = { ...this.how, currency: currency ?? null, period: periodIn(rows) };
    this.ownIban =
      rows
        .slice(0, -1)
        .flat()
        .map(ibanIn)
        .find((iban) => iban !== undefined) ?? null;
    for (const row of rows.slice(0, -1)) this.line += linesOf(row);
    // A row of names has neither a day nor an amount; one that has both is an entry, and is listed as unreadable.
    if (looksLikeEntry(names))
      this.items.push({ kind: 'left_out', leftOut: { line: this.line, reason: ABOUT_ACCOUNT } });
    this.line += rows.length === 0 ? 0 : linesOf(names);
  }

  private row(cells: string[]): void {
    const { line } = this;
    this.line += linesOf(cells);
    if (isBlank(cells)) return this.release();
    try {
      if (cells.length > STATEMENT_LIMITS.columns) throw new EntryUnreadable('The row has too many columns.');
      this.entries(new CsvRow(cells, this.indexes), line);
    } catch (error) {
      this.notAnEntry(cells, line, error);
    }
  }

  private entries(row: CsvRow, line: number): void {
    const account = this.accountOf(row);
    const entry = entryOf(row, this.how, account.key, line, (amount, currency) =>
      this.balances.moved(
        account.key,
        balanceOf(row.text('balance'), this.how.decimalMark, currency),
        amount,
      ),
    );
    const fee = feeEntryOf(row, this.how, entry);
    this.release();
    if (!this.seen.has(account.key)) {
      this.seen.add(account.key);
      this.items.push({ kind: 'account', account });
    }
    this.balances.add(entry, fee?.document.amount ?? null);
    if (fee === null) this.lastEntry = entry;
    else {
      // A payment of zero exists only for its fee.
      if (!isZero(entry.document.amount)) this.items.push({ kind: 'entry', entry });
      this.items.push({ kind: 'entry', entry: fee });
    }
  }

  private notAnEntry(cells: readonly string[], line: number, error: unknown): void {
    if (error instanceof RowLeftOut) {
      const whole = this.lastEntry === null ? null : withSecondLine(this.lastEntry, cells, this.indexes);
      if (whole !== null) {
        this.lastEntry = whole;
        return;
      }
      this.release();
      this.items.push({ kind: 'left_out', leftOut: { line, reason: error.message } });
    } else if (error instanceof EntryUnreadable) {
      this.release();
      this.items.push({ kind: 'unreadable', unreadable: { line, reason: error.message } });
    } else throw error;
  }

  private release(): void {
    if (this.lastEntry !== null) this.items.push({ kind: 'entry', entry: this.lastEntry });
    this.lastEntry = null;
  }

  /**
   * Returns the account of a row. Rows in another currency than the account's first row belong to a separate account,
   * because their amounts do not add up.
   */
  private accountOf(row: CsvRow): StatementAccount {
    const named = fieldText(row.text('account'));
    const iban = named === undefined ? this.ownIban : (ibanOf(named) ?? null);
    const currency = currencyIn(row) ?? this.how.currency;
    const key = named ?? '';
    const first = this.currencies.get(key) ?? currency;
    if (first !== null && !this.currencies.has(key)) this.currencies.set(key, first);
    return {
      key: currency === null || currency === first ? key : `${key} ${currency}`.trim(),
      iban,
      number: named === undefined || iban !== null ? null : named,
      bank: null,
      name: null,
      currency,
    };
  }

  private problem(error: Error): Error {
    const code = codeOf(error);
    if (code === undefined) return error;
    const reason = PROBLEMS[code] ?? 'A row cannot be read';
    return new StatementProblem(reason, this.line);
  }

  private taken(): StatementItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}

/** Returns the code of a csv-parse error; its two entry points have different error classes. */
function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(CSV_|INVALID_OPENING_QUOTE)/.test(code) ? code : undefined;
}

const ABOUT_ACCOUNT = 'It stands before the first entry and is written unlike the entries.';

const PROBLEMS: Readonly<Partial<Record<string, string>>> = {
  CSV_MAX_RECORD_SIZE: 'A row is too long: a quote may not be closed',
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed',
};

interface RowWithInfo {
  readonly record: string[];
  readonly info: { readonly bytes: number };
}

/** Returns the number of lines of a row: its line breaks plus one. */
function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) lines += 1;
  }
  return lines;
}

/** Returns the currency in a name such as `Betrag (EUR)` or `Umsatz in EUR`. */
function currencyNamedIn(header: string): string | undefined {
  return currencyOf(/(?:^|[\s([])([A-Z]{3})[\])]?\s*$/.exec(header.slice(0, 200))?.[1]);
}

function ibanIn(cell: string): string | undefined {
  const text = cellText(cell);
  return ibanOf(text) ?? ibanOf(/\b[A-Z]{2}\d{2}[A-Z0-9 ]{10,40}\b/.exec(text.slice(0, 200))?.[0] ?? '');
}

/**
 * csv-parse without its overhead for each row. A file of 50 MB may have 50 million rows: an error object for each row
 * of another length, a context for `on_record`, or a slot in the stream's queue would take minutes.
 */
class RowParser extends Parser {
  constructor(
    delimiter: CsvReading['delimiter'],
    private readonly row: (cells: string[]) => void,
  ) {
    super(rowOptions(delimiter));
  }

  /** Called by csv-parse with each row, and with null at the end. */
  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const counts: { records: number } = this.info;
    counts.records = 0; // skips the comparison with the length of other rows
    this.row(cells);
    return true;
  }
}
