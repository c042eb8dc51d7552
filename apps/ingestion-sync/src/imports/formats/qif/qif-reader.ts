import { DateOrder } from '../values/days';
import { fieldText } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { balanceNamed } from '../values/balance-words';
import { StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable, StatementProblem } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { decimalMarkIn, orderIn } from './detect-qif';
import { fromQif, QifEntry, QifReading } from './qif-entry';
import { QifRecords, RecordHandler } from './qif-records';

/**
 * Reads QIF. The format does not define the order of day and month or the decimal mark, so the first entries wait until
 * both are known from them.
 */
export class QifReader implements StatementReader, RecordHandler {
  private readonly records = new QifRecords(this);
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private waiting: QifEntry[] = [];
  private waitingChars = 0;
  private reading: QifReading | null = null;

  /** @param dateOrder detected or corrected; null: the file's entries decide */
  constructor(private readonly dateOrder: DateOrder | null) {}

  read(text: string): StatementItem[] {
    this.records.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.records.end();
    this.decide();
    return this.taken();
  }

  entry(entry: QifEntry, chars: number): void {
    this.waiting.push(entry);
    this.waitingChars += chars;
    const known = this.reading !== null;
    const enough =
      this.waiting.length >= STATEMENT_LIMITS.sampledEntries ||
      this.waitingChars > STATEMENT_LIMITS.sampledChars;
    if (known || enough) this.decide();
  }

  unreadable(line: number, reason: string): void {
    this.items.push({ kind: 'unreadable', unreadable: { line, reason } });
  }

  private decide(): void {
    const { waiting } = this;
    [this.waiting, this.waitingChars] = [[], 0];
    const reading = (this.reading ??= {
      dateOrder: this.dateOrder ?? orderIn(waiting).order,
      decimalMark: decimalMarkIn(waiting),
    });
    for (const entry of waiting) this.give(entry, reading);
  }

  private give(entry: QifEntry, reading: QifReading): void {
    try {
      const read = fromQif(entry, reading);
      this.beginAccount(entry.accountKey);
      const named = balanceNamed(entry.fields.get('P') ?? entry.fields.get('M'));
      if (named === null || !isOwnRecord(entry)) this.items.push({ kind: 'entry', entry: read });
      else this.giveBalance(read, named === 'OPENING');
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.unreadable(entry.line, error.message);
    }
  }

  /** Emits a balance: money programs begin an account with such a record. */
  private giveBalance({ accountKey, line, document }: StatementEntry, isOpening: boolean): void {
    const { amount, booking_date: date } = document;
    const reason = isOpening ? 'It is the opening balance, no movement.' : 'It is a balance, no movement.';
    this.items.push({ kind: 'left_out', leftOut: { line, reason } });
    if (!isOpening || date === null) return;
    const balance = { accountKey, line, kind: 'OPENING', amount, currency: null, date } as const;
    this.items.push({ kind: 'balance', balance });
  }

  private beginAccount(key: string): void {
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (this.seen.size > STATEMENT_LIMITS.accounts)
      throw new StatementProblem('The file has too many accounts.');
    const name = fieldText(key) ?? null;
    this.items.push({
      kind: 'account',
      account: { key, iban: null, number: null, bank: null, name, currency: null },
    });
  }

  private taken(): StatementItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}

/** Returns whether the record is a movement: it has a category. An account in brackets is the one that it opens. */
function isOwnRecord({ fields, splits }: QifEntry): boolean {
  return splits.length === 0 && /^(?:\[.*\])?$/.test(fields.get('L') ?? '');
}
