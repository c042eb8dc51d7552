import { unlessEmpty } from '../../../providers/json-fields';
import { counterpartyFields, fieldText, joined } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementBalance, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { TextLines } from '../text/text-lines';
import { Information, informationOf } from './information';
import { accountOf, balanceOf, StatementLine, statementLine } from './mt940-fields';

/** A field of the message: `:61:` and the lines that go on with it. */
interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
  chars: number;
}

/** An entry whose information may follow. */
interface OpenEntry {
  readonly line: number;
  readonly statementLine: StatementLine;
}

/** Reads MT940, of one account or several, with or without the envelope of SWIFT; MT942's entries are pending. */
export class Mt940Reader implements StatementReader {
  private readonly lines = new TextLines((text, number) => this.line(text, number));
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private field: Field | null = null;
  private entry: OpenEntry | null = null;
  private accountText = '';
  private account: StatementAccount | null = null;
  private currency: string | null = null;
  private interim = false;

  read(text: string): StatementItem[] {
    this.lines.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.lines.end();
    this.finishField();
    this.finishEntry();
    return this.taken();
  }

  private line(text: string, number: number): void {
    const line = text.replace(/^\ufeff?(?:\{[^{}]{0,100}\}?){0,6}/, (envelope) =>
      envelope.includes('{') ? '' : envelope,
    );
    const start = /^\s?:(\d{2}[A-Z]?):/.exec(line);
    if (start !== null) {
      this.finishField();
      this.field = {
        tag: start[1] ?? '',
        line: number,
        lines: [line.slice(start[0].length)],
        chars: line.length,
      };
    } else if (/^-\}?\s*(?:\{.*)?$/.test(line)) {
      this.finishField();
    } else if (this.field !== null) {
      this.field.chars += line.length;
      const fits =
        this.field.lines.length < STATEMENT_LIMITS.entryLines &&
        this.field.chars <= STATEMENT_LIMITS.entryChars;
      if (fits) this.field.lines.push(line);
    }
  }

  private finishField(): void {
    const { field } = this;
    this.field = null;
    if (field === null) return;
    try {
      if (field.chars > STATEMENT_LIMITS.entryChars) throw new EntryUnreadable('The entry is too long.');
      this.take(field);
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.items.push({ kind: 'unreadable', unreadable: { line: field.line, reason: error.message } });
    }
  }

  private take({ tag, line, lines }: Field): void {
    if (tag !== '86') this.finishEntry();
    const text = lines.join('\n').trimEnd();
    switch (tag) {
      case '20':
        [this.account, this.accountText, this.currency, this.interim] = [null, '', null, false];
        break;
      case '25':
      case '25P':
        [this.account, this.accountText] = [null, text];
        break;
      case '13':
      case '13D':
      case '34F':
        this.interim = true;
        break;
      case '60F':
      case '60M':
        this.currency = balanceOf(text).currency;
        this.interim = false;
        // Further pages begin with what the page before ended with.
        if (tag === '60F') this.balance('OPENING', text, line);
        break;
      case '62F':
        this.balance('CLOSING', text, line);
        break;
      case '64':
        this.balance('AVAILABLE', text, line);
        break;
      case '61':
        this.entry = { line, statementLine: statementLine(text, this.currency ?? NO_CURRENCY) };
        break;
      case '86':
        this.finishEntry(lines);
        break;
      default:
        break;
    }
  }

  private balance(kind: StatementBalance['kind'], text: string, line: number): void {
    const { amount, currency, date } = balanceOf(text);
    const accountKey = this.accountKey();
    this.items.push({ kind: 'balance', balance: { accountKey, line, kind, amount, currency, date } });
  }

  /** @param information the lines of `:86:`, which belong to the entry before them */
  private finishEntry(information: readonly string[] = []): void {
    const { entry } = this;
    this.entry = null;
    if (entry === null) return;
    try {
      this.items.push({ kind: 'entry', entry: this.entryOf(entry, informationOf(information)) });
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.items.push({ kind: 'unreadable', unreadable: { line: entry.line, reason: error.message } });
    }
  }

  private entryOf({ line, statementLine: read }: OpenEntry, information: Information): StatementEntry {
    const booked = !this.interim && !read.expected;
    const { amount } = read;
    const bankId = booked ? read.bankReference : null;
    const document: StatementEntry['document'] = {
      amount,
      currency: this.currency ?? NO_CURRENCY,
      booked,
      booking_date: booked ? read.bookingDate : null,
      booking_datetime: '',
      value_date: read.valueDate,
      value_datetime: '',
      ...counterpartyFields(amount.startsWith('-'), information.counterparty),
      remittance_information: unlessEmpty({ unstructured: fieldText(information.purpose) }),
      additional_information: joined([information.postingText, read.supplement]),
      codes: unlessEmpty({
        bank_transaction_code: read.kind,
        proprietary_bank_transaction_code: information.code,
      }),
      external_identifiers: unlessEmpty({
        institution_transaction_id: read.bankReference ?? undefined,
        end_to_end_id: information.endToEndId,
        entry_reference: read.customerReference,
        mandate_id: information.mandateId,
      }),
    };
    return { accountKey: this.accountKey(), line, booked, bankId, document };
  }

  /** The account is complete when its currency is known: with its first balance, or else its first entry. */
  private accountKey(): string {
    this.account ??= accountOf(this.accountText, this.currency);
    const { account } = this;
    if (!this.seen.has(account.key)) this.items.push({ kind: 'account', account });
    this.seen.add(account.key);
    return account.key;
  }

  private taken(): StatementItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}
