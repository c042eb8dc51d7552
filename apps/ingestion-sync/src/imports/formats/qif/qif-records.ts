import { STATEMENT_LIMITS } from '../limits';
import { TextLines } from '../text/text-lines';
import { addLine, QifEntry } from './qif-entry';

/** Receives the entries in the order of the file. */
export interface RecordHandler {
  entry(entry: QifEntry, chars: number): void;
  unreadable(line: number, reason: string): void;
}

type Section = 'ENTRIES' | 'ACCOUNT' | 'INVESTMENTS' | 'LIST';

/** Sections with entries of banks, cash, cards, assets and liabilities. */
const ENTRY_TYPES = /^(bank|cash|ccard|oth a|oth l|oth s)\b/i;

/** Splits QIF into entries, whose dates and amounts are not parsed yet. */
export class QifRecords {
  private readonly lines = new TextLines((text, number) => this.line(text, number));
  private section: Section = 'ENTRIES';
  private accountKey = '';
  private record: QifEntry | null = null;
  private chars = 0;

  constructor(private readonly handler: RecordHandler) {}

  read(text: string): void {
    this.lines.read(text);
  }

  end(): void {
    this.lines.end();
    // The last entry of a file often has no end mark; without an amount it is incomplete.
    if (this.record === null || this.section !== 'ENTRIES') return;
    const { fields } = this.record;
    if (!fields.has('T') && !fields.has('U')) this.record.problem = 'The file ends within this entry.';
    this.finish();
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
      this.handler.unreadable(number, 'Trades of securities are not imported.');
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
    if (this.section === 'ENTRIES') this.handler.entry(record, chars);
  }
}
