import { absoluteDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/json-fields';
import { inCurrency, readAmount } from '../amounts';
import { dayOf, readDay } from '../days';
import { Counterparty, counterpartyFields, fieldText, idOf, joined, ibanOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementBalance, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable, StatementProblem } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { OfxHandler, OfxTags } from './ofx-tags';

type Values = Map<string, string>;

/** An aggregate that is open, with the elements in it; those of aggregates within it are under `NAME.ELEMENT`. */
interface Aggregate {
  readonly name: string;
  readonly line: number;
  readonly values: Values;
  chars: number;
}

/** Aggregates whose elements count as the one's around them, named after both. */
const WITHIN = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO']);
const ACCOUNTS = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);
const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);
const ENTRIES = new Set(['STMTTRN', 'STMTTRNP']);
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL']);
/** A purchase or sale of securities, or what goes with one. */
const TRADE = 'INVTRAN';
const KNOWN = new Set([...WITHIN, ...ACCOUNTS, ...STATEMENTS, ...ENTRIES, ...BALANCES, TRADE]);

/** Reads OFX and QFX of both versions: statements of banks, credit cards, and the cash side of investments. */
export class OfxReader implements StatementReader, OfxHandler {
  private readonly tags = new OfxTags(this);
  private readonly stack: Aggregate[] = [];
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private account: StatementAccount | null = null;
  private currency: string | undefined;

  read(text: string): StatementItem[] {
    this.tags.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.tags.end();
    const entry = this.stack.find(({ name }) => ENTRIES.has(name));
    if (entry !== undefined) this.unreadable(entry.line, 'The file ends within this entry.');
    return this.taken();
  }

  open(name: string, line: number): void {
    if (!KNOWN.has(name)) return;
    if (STATEMENTS.has(name)) [this.account, this.currency] = [null, undefined];
    // An entry within an entry means that the first one's end is missing.
    if (ENTRIES.has(name)) this.closeDownTo((aggregate) => ENTRIES.has(aggregate.name));
    if (this.stack.length >= STATEMENT_LIMITS.depth)
      throw new StatementProblem('The file is nested too deeply.', line);
    this.stack.push({ name, line, values: new Map(), chars: 0 });
  }

  value(name: string, text: string): void {
    const top = this.stack.at(-1);
    if (top === undefined) return;
    if (name === 'CURDEF') this.currency = currencyOf(text.toUpperCase());
    const owner = WITHIN.has(top.name) ? (this.stack.at(-2) ?? top) : top;
    const key = owner === top ? name : `${top.name}.${name}`;
    owner.chars += text.length;
    if (!owner.values.has(key) && owner.chars <= STATEMENT_LIMITS.entryChars) owner.values.set(key, text);
  }

  close(name: string): void {
    if (KNOWN.has(name)) this.closeDownTo((aggregate) => aggregate.name === name);
  }

  /** Closes the innermost aggregate of the kind, with those within it that have no end tag of their own. */
  private closeDownTo(matches: (aggregate: Aggregate) => boolean): void {
    const index = this.stack.findLastIndex(matches);
    if (index === -1) return;
    for (const aggregate of this.stack.splice(index).reverse()) this.finish(aggregate);
  }

  private finish({ name, line, values, chars }: Aggregate): void {
    try {
      if (chars > STATEMENT_LIMITS.entryChars) throw new EntryUnreadable('The entry is too long.');
      if (ACCOUNTS.has(name)) this.begin(values);
      else if (ENTRIES.has(name))
        this.items.push({ kind: 'entry', entry: this.entry(values, line, name === 'STMTTRN') });
      else if (BALANCES.has(name)) this.balance(values, line, name === 'LEDGERBAL' ? 'CLOSING' : 'AVAILABLE');
      else if (name === TRADE) this.unreadable(line, 'Trades of securities are not imported.');
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.unreadable(line, error.message);
    }
  }

  private begin(values: Values): void {
    const number = fieldText(values.get('ACCTID')) ?? null;
    const iban = number === null ? undefined : ibanOf(number);
    const bank = fieldText(values.get('BANKID') ?? values.get('BROKERID')) ?? null;
    const account: StatementAccount = {
      key: [bank, number].filter((part) => part !== null).join(' '),
      iban: iban ?? null,
      number: iban === undefined ? number : null,
      bank,
      name: null,
      currency: this.currency ?? null,
    };
    this.account = account;
    if (this.seen.has(account.key)) return;
    this.seen.add(account.key);
    this.items.push({ kind: 'account', account });
  }

  /** The account that entries belong to; a file that names none has entries all the same. */
  private currentAccount(): StatementAccount {
    if (this.account === null) this.begin(new Map());
    return this.account ?? UNNAMED;
  }

  private entry(values: Values, line: number, booked: boolean): StatementEntry {
    const account = this.currentAccount();
    const currency = currencyOf(values.get('CURRENCY.CURSYM')) ?? this.currency ?? NO_CURRENCY;
    const amount = inCurrency(readAmount(values.get('TRNAMT') ?? '', null), currency);
    const day = readDay(values.get(booked ? 'DTPOSTED' : 'DTTRAN') ?? values.get('DTPOSTED') ?? '', 'YMD');
    const bankId = booked ? idOf(values.get('FITID')) : null;
    return {
      accountKey: account.key,
      line,
      booked,
      bankId,
      document: {
        amount,
        currency,
        booked,
        booking_date: booked ? day : null,
        booking_datetime: '',
        value_date: dayOf(values.get('DTAVAIL') ?? '', 'YMD') ?? (booked ? null : day),
        value_datetime: '',
        ...counterpartyFields(amount.startsWith('-'), counterparty(values)),
        remittance_information: unlessEmpty({
          unstructured: joined([values.get('MEMO'), values.get('MEMO2')]),
        }),
        additional_information: fieldText(values.get('EXTDNAME')),
        codes: unlessEmpty({
          merchant_category_code: fieldText(values.get('SIC')),
          proprietary_bank_transaction_code: fieldText(values.get('TRNTYPE')),
        }),
        currency_exchange: exchange(values, currency),
        external_identifiers: unlessEmpty({
          institution_transaction_id: bankId ?? undefined,
          entry_reference: fieldText(values.get('REFNUM')),
          check_id: fieldText(values.get('CHECKNUM')),
        }),
      },
    };
  }

  private balance(values: Values, line: number, kind: StatementBalance['kind']): void {
    const currency = this.currency ?? null;
    const amount = inCurrency(readAmount(values.get('BALAMT') ?? '', null), currency ?? NO_CURRENCY);
    const date = readDay(values.get('DTASOF') ?? '', 'YMD');
    const accountKey = this.currentAccount().key;
    this.items.push({ kind: 'balance', balance: { accountKey, line, kind, amount, currency, date } });
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

const UNNAMED: StatementAccount = {
  key: '',
  iban: null,
  number: null,
  bank: null,
  name: null,
  currency: null,
};

function counterparty(values: Values): Counterparty {
  return {
    name: values.get('NAME') ?? values.get('PAYEE.NAME'),
    account: values.get('BANKACCTTO.ACCTID') ?? values.get('CCACCTTO.ACCTID'),
    agent: values.get('BANKACCTTO.BANKID'),
  };
}

/** ORIGCURRENCY says what an amount was before the bank converted it. */
function exchange(values: Values, currency: string): StatementEntry['document']['currency_exchange'] {
  const source = currencyOf(values.get('ORIGCURRENCY.CURSYM'));
  if (source === undefined || source === currency) return undefined;
  const rate = fieldText(values.get('ORIGCURRENCY.CURRATE'));
  return unlessEmpty({
    source_currency: source,
    exchange_rate: rate === undefined ? undefined : absoluteDecimal(rate),
    target_currency: currency === NO_CURRENCY ? undefined : currency,
  });
}
