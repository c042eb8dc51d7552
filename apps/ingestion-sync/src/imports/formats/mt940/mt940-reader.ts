import { compareDecimals, isOutflow } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { counterpartyFields, fieldText, joined } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementBalance, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { TextLines } from '../text/text-lines';
import { combined, Information, informationOf } from './information';
import { accountOf, balanceOf, StatementLine, statementLine } from './mt940-fields';

/** A field of the message with its continuation lines. */
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
  /** One element for each `:86:` behind the entry. */
  readonly information: Information[];
  informationChars: number;
}

const TAGS = new Set('13 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D'.split(' '));

/** Reads MT940 of one or several accounts, with or without SWIFT's envelope. The entries of MT942 are pending. */
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
  /** The number of the statement, with the page's number after a slash. */
  private statement: string | undefined;
  /** The closing balance of the last page, until it is known whether another page follows. */
  private pageEnd: StatementBalance | null = null;

  read(text: string): StatementItem[] {
    this.lines.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.lines.end();
    this.finishField();
    this.finishEntry();
    this.endPages();
    return this.taken();
  }

  private line(text: string, number: number): void {
    const line = text.replace(/^\ufeff?(?:\{[^{}]{0,100}\}?){0,6}/, (envelope) =>
      envelope.includes('{') ? '' : envelope,
    );
    const start = /^\s?:(\d{2}[A-Z]?):/.exec(line);
    if (start !== null && this.beginsField(start[1] ?? '')) {
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

  /** Returns whether the tag begins a field; `:12:30 Uhr` within a text is a time. */
  private beginsField(tag: string): boolean {
    return this.field === null || TAGS.has(tag);
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
        this.statement = undefined;
        break;
      case '28':
      case '28C':
        this.statement = fieldText(text);
        break;
      case '25':
      case '25P':
        [this.account, this.accountText] = [null, text];
        break;
      case '13':
      case '13D':
      case '34F':
        this.interim = true;
        if (tag === '34F') this.currency ??= currencyOf(text.slice(0, 3)) ?? null;
        break;
      case '60F':
      case '60M':
        this.begin(text, tag === '60F', line);
        break;
      case '62F':
        this.endPages();
        this.balance('CLOSING', text, line);
        break;
      case '62M':
        this.endPages();
        this.pageEnd = this.balanceFrom('CLOSING', text, line);
        break;
      case '64':
        this.balance('AVAILABLE', text, line);
        break;
      case '61':
        this.entry = {
          line,
          statementLine: statementLine(text, this.currency ?? NO_CURRENCY),
          information: [],
          informationChars: 0,
        };
        break;
      case '86':
        this.addInformation(lines, text.length);
        break;
      default:
        break;
    }
  }

  /**
   * Begins a statement or a page. The balances at the borders of pages are within the statement, so they are not
   * reported.
   */
  private begin(text: string, isFirst: boolean, line: number): void {
    const { currency } = balanceOf(text);
    if (this.currency !== currency) [this.account, this.currency] = [null, currency];
    this.interim = false;
    const opening = this.balanceFrom('OPENING', text, line);
    const before = this.pageEnd;
    const goesOn =
      !isFirst &&
      before?.accountKey === opening.accountKey &&
      compareDecimals(before.amount, opening.amount) === 0;
    if (goesOn) this.pageEnd = null;
    else {
      this.endPages();
      this.items.push({ kind: 'balance', balance: opening });
    }
  }

  private endPages(): void {
    const { pageEnd } = this;
    this.pageEnd = null;
    if (pageEnd !== null) this.items.push({ kind: 'balance', balance: pageEnd });
  }

  private balance(kind: StatementBalance['kind'], text: string, line: number): void {
    this.items.push({ kind: 'balance', balance: this.balanceFrom(kind, text, line) });
  }

  private balanceFrom(kind: StatementBalance['kind'], text: string, line: number): StatementBalance {
    const { amount, currency, date } = balanceOf(text);
    const accountKey = this.accountKey();
    return { accountKey, line, kind, amount, currency, date, statement: this.statement };
  }

  private addInformation(lines: readonly string[], chars: number): void {
    const { entry } = this;
    if (entry === null) return;
    entry.informationChars += chars;
    if (entry.informationChars <= STATEMENT_LIMITS.entryChars) entry.information.push(informationOf(lines));
  }

  private finishEntry(): void {
    const { entry } = this;
    this.entry = null;
    if (entry === null) return;
    try {
      if (entry.informationChars > STATEMENT_LIMITS.entryChars)
        throw new EntryUnreadable('The entry is too long.');
      this.items.push({ kind: 'entry', entry: this.entryOf(entry, combined(entry.information)) });
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
      ...counterpartyFields(isOutflow(amount), information.counterparty),
      ...(isOutflow(amount)
        ? { ultimate_creditor: information.ultimate }
        : { ultimate_debtor: information.ultimate }),
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
    return { accountKey: this.accountKey(), line, booked, bankId, statement: this.statement, document };
  }

  /** Returns the account's key. The account is emitted when its currency is known, from its first balance or entry. */
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
