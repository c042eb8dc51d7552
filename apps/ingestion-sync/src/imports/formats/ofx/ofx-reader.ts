import { TradeDocument } from '@tributary/contracts';
import { currencyOf } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { balanceNamed } from '../values/balance-words';
import { dayOf } from '../values/days';
import { fieldText, ibanOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable, StatementProblem } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { entryFrom, whyNoMovement } from './ofx-entry';
import { INVESTMENTS, OfxInvestments } from './ofx-investments';
import { SECURITIES } from './ofx-securities';
import { OfxHandler, OfxTags } from './ofx-tags';
import { cashTrade } from './ofx-trades';
import { OfxAggregate, OfxValues } from './ofx-values';
import { Direction, Directions } from './ofx-directions';

/** An aggregate without its end tag so far. */
interface OpenAggregate extends OfxAggregate {
  readonly values: Map<string, string>;
  chars: number;
}

/** Aggregates whose elements are stored in the surrounding aggregate, under both names. */
const WITHIN = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO']);
const ACCOUNTS = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);
const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);
const ENTRIES = new Set(['STMTTRN', 'STMTTRNP']);
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL']);
/** The cash of a broker's account; its other balances are not read. */
const CASH = 'INVBAL';
const KNOWN = new Set([
  ...WITHIN,
  ...ACCOUNTS,
  ...STATEMENTS,
  ...ENTRIES,
  ...BALANCES,
  ...INVESTMENTS,
  CASH,
  'BAL',
  'INV401K',
  'INV401KBAL',
]);

/** Reads OFX and QFX of both versions: statements of banks, credit cards and brokers. */
export class OfxReader implements StatementReader, OfxHandler {
  private readonly tags = new OfxTags(this);
  private readonly stack: OpenAggregate[] = [];
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private readonly investments = new OfxInvestments();
  private statement = newStatement('STMTRS');

  read(text: string): StatementItem[] {
    this.tags.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.tags.end();
    const entry = this.stack.find(({ name }) => ENTRIES.has(name));
    if (entry !== undefined) this.unreadable(entry.line, 'The file ends within this entry.');
    this.release();
    for (const item of this.investments.release()) this.items.push(item);
    return this.taken();
  }

  open(name: string, line: number): void {
    if (!KNOWN.has(name)) return;
    if (STATEMENTS.has(name)) this.begin(name);
    // An entry within an entry means that the end of the first one is missing.
    if (ENTRIES.has(name)) this.closeDownTo((aggregate) => ENTRIES.has(aggregate.name));
    if (this.stack.length >= STATEMENT_LIMITS.depth)
      throw new StatementProblem('The file is nested too deeply.', line);
    this.stack.push({ name, line, values: new Map(), chars: 0 });
  }

  value(name: string, text: string): void {
    if (name === 'CURDEF') this.statement.currency = currencyOf(text.toUpperCase()) ?? null;
    const top = this.stack.at(-1);
    if (top === undefined) return;
    if (name === 'DTASOF' && top.name === 'INVSTMTRS') this.statement.asOf = dayOf(text, 'YMD');
    const owner = WITHIN.has(top.name) ? (this.stack.at(-2) ?? top) : top;
    const key = owner === top ? name : `${top.name}.${name}`;
    owner.chars += text.length;
    if (!owner.values.has(key) && owner.chars <= STATEMENT_LIMITS.entryChars) owner.values.set(key, text);
  }

  close(name: string): void {
    if (KNOWN.has(name)) this.closeDownTo((aggregate) => aggregate.name === name);
  }

  /** Closes the innermost matching aggregate, and those within it that have no end tag. */
  private closeDownTo(matches: (aggregate: OfxAggregate) => boolean): void {
    const index = this.stack.findLastIndex(matches);
    if (index === -1) return;
    for (const aggregate of this.stack.splice(index).reverse())
      this.orUnreadable(aggregate.line, () => this.finish(aggregate));
  }

  private finish(aggregate: OpenAggregate): void {
    const { name, line, values, chars } = aggregate;
    if (chars > STATEMENT_LIMITS.entryChars) throw new EntryUnreadable('The entry is too long.');
    if (ACCOUNTS.has(name)) this.beginAccount(values);
    else if (ENTRIES.has(name)) this.addEntry(aggregate);
    else if (name === 'LEDGERBAL') this.ledgerBalance(values, line);
    else if (name === 'AVAILBAL') this.balance('AVAILABLE', values, line);
    else if (INVESTMENTS.has(name)) this.addInvestment(aggregate);
    else if (name === CASH) this.cashBalance(values, line);
    else if (STATEMENTS.has(name)) this.begin('STMTRS');
  }

  private begin(name: string): void {
    this.release();
    this.statement = newStatement(name);
  }

  private beginAccount(values: OfxValues): void {
    const { statement } = this;
    const number = fieldText(values.get('ACCTID')) ?? null;
    const iban = number === null ? undefined : ibanOf(number);
    const bank = fieldText(values.get('BANKID') ?? values.get('BROKERID')) ?? null;
    const { currency } = statement;
    const account: StatementAccount = {
      key: [bank, number, currency].filter((part) => part !== null).join(' '),
      iban: iban ?? null,
      number: iban === undefined ? number : null,
      bank,
      name: null,
      currency,
      ...(statement.isInvestment ? { category: 'INVESTMENT' as const } : {}),
    };
    statement.account = account;
    if (this.seen.has(account.key)) return;
    this.seen.add(account.key);
    this.items.push({ kind: 'account', account });
  }

  /** The key of the current account; if the file names no account, its entries are read nevertheless. */
  private get accountKey(): string {
    if (this.statement.account === null) this.beginAccount(new Map());
    return this.statement.account?.key ?? '';
  }

  private addEntry(entry: OfxAggregate): void {
    const { statement } = this;
    const { values, line } = entry;
    const reason = this.correct(values) ?? whyNoMovement(values) ?? whyBalance(values);
    if (reason !== null) this.leaveOut(line, reason);
    else if (statement.isReleased) this.giveEntry(entry);
    else {
      statement.directions.add(values.get('TRNTYPE'), values.get('TRNAMT'));
      statement.waiting.push(entry);
      if (statement.waiting.length >= STATEMENT_LIMITS.sampledEntries) this.release();
    }
  }

  /**
   * Removes the entry that this one corrects.
   * @returns why this one is no movement, or null
   */
  private correct(values: OfxValues): string | null {
    const action = values.get('CORRECTACTION')?.toUpperCase();
    if (action === undefined) return null;
    const { waiting } = this.statement;
    const target = values.get('CORRECTFITID') ?? '';
    const at = waiting.findIndex((one) => one.values.get('FITID') === target);
    const [corrected] = at === -1 ? [] : waiting.splice(at, 1);
    if (corrected === undefined) return CORRECTS_EARLIER[action] ?? null;
    this.leaveOut(corrected.line, 'A later entry of the file corrects it.');
    return action === 'DELETE' ? 'It takes back another entry of the file.' : null;
  }

  private leaveOut(line: number, reason: string): void {
    this.items.push({ kind: 'left_out', leftOut: { line, reason } });
  }

  /** Emits the waiting entries, with the signs of the statement's amounts. */
  private release(): void {
    const { statement } = this;
    if (statement.isReleased) return;
    statement.isReleased = true;
    if (!statement.isInvestment) statement.direction = statement.directions.decide();
    const { waiting } = statement;
    statement.waiting = [];
    for (const entry of waiting) this.giveEntry(entry);
  }

  private giveEntry({ name, values, line }: OfxAggregate): void {
    this.orUnreadable(line, () => {
      const { statement, accountKey } = this;
      const context = { accountKey, currency: statement.currency, direction: statement.direction };
      const read = entryFrom(values, line, name === 'STMTTRN', context);
      const entry = statement.isInvestment ? withTrade(read, cashTrade(values.get('TRNTYPE'))) : read;
      const day = entry.document.booking_date ?? '';
      if (day > statement.lastDay) statement.lastDay = day;
      this.items.push({ kind: 'entry', entry });
    });
  }

  /** Emits the balance after all entries, unless its day is earlier than the last entry's. */
  private ledgerBalance(values: OfxValues, line: number): void {
    this.release();
    const { statement } = this;
    const day = dayOf(values.get('DTASOF') ?? '', 'YMD');
    const reason =
      statement.direction === 'AS_STATED'
        ? day !== null && day < statement.lastDay
          ? 'The balance is of a day before the last entry.'
          : null
        : 'The file does not say whether the balance is owed.';
    if (reason === null) this.balance('CLOSING', values, line);
    else this.leaveOut(line, reason);
  }

  private addInvestment(aggregate: OfxAggregate): void {
    const { currency, asOf } = this.statement;
    // Securities are listed behind the statements, and belong to no account.
    const accountKey = SECURITIES.has(aggregate.name) ? '' : this.accountKey;
    for (const item of this.investments.add(aggregate, { accountKey, currency, asOf })) this.items.push(item);
  }

  private cashBalance(values: OfxValues, line: number): void {
    const { accountKey } = this;
    const { currency, asOf: date } = this.statement;
    const text = values.get('AVAILCASH');
    if (text === undefined || date === null) return;
    const amount = inCurrency(readAmount(text, null), currency ?? NO_CURRENCY);
    this.items.push({
      kind: 'balance',
      balance: { accountKey, line, kind: 'CLOSING', amount, currency, date },
    });
  }

  private balance(kind: 'CLOSING' | 'AVAILABLE', values: OfxValues, line: number): void {
    const { accountKey } = this;
    const { currency } = this.statement;
    const date = dayOf(values.get('DTASOF') ?? '', 'YMD');
    if (date === null) return this.leaveOut(line, 'The day of the balance is not a day that exists.');
    const amount = inCurrency(readAmount(values.get('BALAMT') ?? '', null), currency ?? NO_CURRENCY);
    this.items.push({ kind: 'balance', balance: { accountKey, line, kind, amount, currency, date } });
  }

  private orUnreadable(line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.unreadable(line, error.message);
    }
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

const CORRECTS_EARLIER: Readonly<Record<string, string>> = {
  DELETE: 'The bank takes back an entry of an earlier file: delete that one.',
  REPLACE: 'The bank corrects an entry of an earlier file: change that one.',
};

/** Returns whether the entry is a balance, as some banks list them. One with a payee and a purpose is a payment. */
function whyBalance(values: OfxValues): string | null {
  const [name, memo] = [values.get('NAME'), values.get('MEMO')];
  const named = balanceNamed(name ?? memo);
  if (named === null || (name !== undefined && memo !== undefined && balanceNamed(memo) === null))
    return null;
  return named === 'OPENING' ? 'It is an opening balance, no movement.' : 'It is a balance, no movement.';
}

function withTrade(entry: StatementEntry, trade: TradeDocument): StatementEntry {
  return { ...entry, document: { ...entry.document, trade } };
}

/** An open statement. Its entries wait until the signs of its amounts are known. */
interface OpenStatement {
  readonly isInvestment: boolean;
  account: StatementAccount | null;
  currency: string | null;
  readonly directions: Directions;
  direction: Direction;
  /** Whether the waiting entries were emitted. */
  isReleased: boolean;
  waiting: OfxAggregate[];
  lastDay: string;
  /** The day of a broker's statement. */
  asOf: string | null;
}

/** @param name of its aggregate */
function newStatement(name: string): OpenStatement {
  return {
    isInvestment: name === 'INVSTMTRS',
    account: null,
    currency: null,
    directions: new Directions(name === 'CCSTMTRS'),
    direction: 'AS_STATED',
    isReleased: false,
    waiting: [],
    lastDay: '',
    asOf: null,
  };
}
