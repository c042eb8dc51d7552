import { decimalMarkOf } from '../amounts';
import { dateOrderOf } from '../date-order';
import { fieldText } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { StatementItem } from '../statement';
import { EntryUnreadable, StatementProblem } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { TextLines } from '../text/text-lines';
import { addLine, fromQif, QifEntry, QifReading } from './qif-entry';

type Section = 'ENTRIES' | 'ACCOUNT' | 'INVESTMENTS' | 'LIST';

/** Entries of banks, cash, cards, and of what is owned or owed. */
const ENTRY_TYPES = /^(bank|cash|ccard|oth a|oth l|oth s)\b/i;

/**
 * Reads QIF. The format does not say in which order day and month stand, nor which mark decimals have: the file's
 * first entries wait until both are known from them.
 */
export class QifReader implements StatementReader {
  private readonly lines = new TextLines((text, number) => this.line(text, number));
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private section: Section = 'ENTRIES';
  private accountKey = '';
  private record: QifEntry | null = null;
  private chars = 0;
  private waiting: QifEntry[] = [];
  private waitingChars = 0;
  private how: QifReading | null = null;

  read(text: string): StatementItem[] {
    this.lines.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.lines.end();
    // The last entry of a file often has no end of its own, but one that has no amount was cut.
    if (this.record !== null && this.section === 'ENTRIES') {
      const { fields } = this.record;
      if (!fields.has('T') && !fields.has('U')) this.record.problem = 'The file ends within this entry.';
      this.finish();
    }
    this.decide();
    return this.taken();
  }

  private line(text: string, number: number): void {
    const line = text.trimEnd();
    const letter = line.charAt(0);
    if (letter === '') return;
    if (letter === '!') this.begin(line.slice(1).trim(), number);
    else if (letter === '^') this.finish();
    else this.add(letter, line.slice(1).trim(), number);
  }

  private begin(header: string, number: number): void {
    this.finish();
    const type = /^type\s*:\s*(.*)$/i.exec(header)?.[1];
    if (/^account$/i.test(header)) this.section = 'ACCOUNT';
    else if (type === undefined)
      return; // an option
    else if (ENTRY_TYPES.test(type)) this.section = 'ENTRIES';
    else if (/^invst/i.test(type)) {
      this.section = 'INVESTMENTS';
      this.unreadable(number, 'Trades of securities are not imported.');
    } else this.section = 'LIST';
  }

  private add(letter: string, text: string, number: number): void {
    this.record ??= {
      accountKey: this.accountKey,
      line: number,
      fields: new Map(),
      splits: [],
      problem: null,
    };
    this.chars += text.length + 1;
    if (this.chars > STATEMENT_LIMITS.entryChars || this.record.splits.length > STATEMENT_LIMITS.entryLines) {
      this.record.problem = 'The entry is too long.';
    } else {
      addLine(this.record, letter, text);
    }
  }

  private finish(): void {
    const { record, chars } = this;
    [this.record, this.chars] = [null, 0];
    if (record === null) return;
    if (this.section === 'ACCOUNT') {
      this.accountKey = (record.fields.get('N') ?? '').slice(0, STATEMENT_LIMITS.fieldChars);
    }
    if (this.section !== 'ENTRIES') return;
    this.waiting.push(record);
    this.waitingChars += chars;
    const known = this.how !== null;
    const enough =
      this.waiting.length >= STATEMENT_LIMITS.sampledEntries ||
      this.waitingChars > STATEMENT_LIMITS.sampledChars;
    if (known || enough) this.decide();
  }

  private decide(): void {
    const { waiting } = this;
    [this.waiting, this.waitingChars] = [[], 0];
    const how = (this.how ??= readingOf(waiting));
    for (const entry of waiting) this.give(entry, how);
  }

  private give(entry: QifEntry, how: QifReading): void {
    try {
      const read = fromQif(entry, how);
      this.beginAccount(entry.accountKey);
      this.items.push({ kind: 'entry', entry: read });
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.unreadable(entry.line, error.message);
    }
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

  private unreadable(line: number, reason: string): void {
    this.items.push({ kind: 'unreadable', unreadable: { line, reason } });
  }

  private taken(): StatementItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}

function readingOf(entries: readonly QifEntry[]): QifReading {
  const texts = (letter: string): string[] => entries.flatMap(({ fields }) => fields.get(letter) ?? []);
  const dates = texts('D');
  const marks = texts('T').map(decimalMarkOf);
  const commas = marks.filter((mark) => mark === ',').length;
  const points = marks.filter((mark) => mark === '.').length;
  return {
    // Quicken is American; who writes points or strokes between the numbers is not.
    dateOrder: dateOrderOf(dates, dates.some((text) => text.includes('/')) ? 'MDY' : 'DMY'),
    decimalMark: commas > points ? ',' : '.',
  };
}
