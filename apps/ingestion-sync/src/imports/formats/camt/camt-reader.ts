import { absoluteDecimal, addDecimals, compareDecimals, Decimal, negateDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/json-fields';
import { inCurrency, readAmount } from '../amounts';
import { dayOf, readDay } from '../days';
import { fieldText, idOf, joined } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementBalance, StatementEntry, StatementItem } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { CamtElements, ElementHandler } from './camt-elements';
import { CamtValues, codesOf, exchangeOf, partiesOf, remittanceOf } from './camt-values';

/** A transaction of a batch whose amount is stated. */
interface Part {
  readonly detail: CamtValues;
  readonly amount: Decimal;
  readonly line: number;
}

/** What all transactions of one entry share. */
interface EntryHead {
  readonly values: CamtValues;
  readonly amount: Decimal;
  readonly currency: string;
  readonly reversal: boolean;
  readonly booked: boolean;
}

const BALANCES: Readonly<Partial<Record<string, StatementBalance['kind']>>> = {
  OPBD: 'OPENING',
  PRCD: 'OPENING',
  CLBD: 'CLOSING',
  CLAV: 'AVAILABLE',
};

const BANK = ['BICFI', 'BIC', 'ClrSysMmbId/MmbId'].map((element) => `Svcr/FinInstnId/${element}`);

/** What is read as one, before its values are put together. */
const READ_AS_ONE = new Set(['Acct', 'Bal', 'Ntry', 'NtryDtls/TxDtls']);
const BODIES = new Set(['Document/BkToCstmrStmt/Stmt', 'Document/BkToCstmrAcctRpt/Rpt']);
const DETAIL = 'NtryDtls/TxDtls';

/** Reads camt.053, and camt.052 which has the same entries before the end of the day. */
export class CamtReader implements StatementReader, ElementHandler {
  private readonly elements = new CamtElements(this);
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private account: StatementAccount | null = null;
  private entry: CamtValues | null = null;
  private details: CamtValues[] = [];
  private detailChars = 0;
  /** Batches that are too large to be read one by one. */
  private detailsLeftOut = false;
  /** The one whose elements come now. */
  private current: CamtValues | null = null;

  read(text: string): StatementItem[] {
    this.elements.read(text);
    return this.taken();
  }

  end(): StatementItem[] {
    this.elements.end();
    return this.taken();
  }

  open(path: string, line: number): void {
    if (BODIES.has(path)) this.account = null;
    if (!READ_AS_ONE.has(path)) return;
    this.current = new CamtValues(line);
    if (path !== 'Ntry') return;
    this.entry = this.current;
    [this.details, this.detailChars, this.detailsLeftOut] = [[], 0, false];
  }

  value(path: string, text: string, currency: string | undefined): void {
    this.current?.add(path, text, currency);
  }

  close(path: string): void {
    const { current } = this;
    if (current === null || !READ_AS_ONE.has(path)) return;
    this.current = path === DETAIL ? this.entry : null;
    try {
      if (path === DETAIL) this.keepDetail(current);
      else this.finish(path, current);
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      this.items.push({ kind: 'unreadable', unreadable: { line: current.line, reason: error.message } });
    }
  }

  private finish(path: string, values: CamtValues): void {
    values.mustFit();
    if (path === 'Acct') this.beginAccount(values);
    else if (path === 'Bal') this.balance(values);
    else for (const entry of this.entriesOf(values)) this.items.push({ kind: 'entry', entry });
  }

  private keepDetail(detail: CamtValues): void {
    this.detailChars += detail.chars;
    const tooMany =
      this.details.length >= STATEMENT_LIMITS.batchDetails || this.detailChars > STATEMENT_LIMITS.batchChars;
    if (tooMany) this.detailsLeftOut = true;
    else this.details.push(detail);
  }

  private beginAccount(values: CamtValues): void {
    const iban = fieldText(values.text('Id/IBAN'))?.replace(/\s/g, '');
    const number = fieldText(values.text('Id/Othr/Id'));
    this.begin({
      key: iban ?? number ?? '',
      iban: iban ?? null,
      number: iban === undefined ? (number ?? null) : null,
      bank: fieldText(values.first(BANK)) ?? null,
      name: fieldText(values.text('Nm')) ?? null,
      currency: currencyOf(values.text('Ccy')) ?? null,
    });
  }

  private begin(account: StatementAccount): StatementAccount {
    this.account = account;
    if (!this.seen.has(account.key)) this.items.push({ kind: 'account', account });
    this.seen.add(account.key);
    return account;
  }

  private get accountKey(): string {
    return (this.account ?? this.begin(UNNAMED)).key;
  }

  private balance(values: CamtValues): void {
    const kind = BALANCES[values.text('Tp/CdOrPrtry/Cd') ?? ''];
    if (kind === undefined) return;
    const currency = values.currency('Amt') ?? this.account?.currency ?? null;
    const amount = signed(values, currency ?? NO_CURRENCY);
    const date = readDay(values.text('Dt/Dt', 'Dt/DtTm') ?? '', 'YMD');
    const { accountKey } = this;
    this.items.push({
      kind: 'balance',
      balance: { accountKey, line: values.line, kind, amount, currency, date },
    });
  }

  private entriesOf(values: CamtValues): StatementEntry[] {
    const currency = values.currency('Amt') ?? this.account?.currency ?? NO_CURRENCY;
    const amount = signed(values, currency);
    const head: EntryHead = {
      values,
      amount,
      currency,
      reversal: /^(true|1)$/.test(values.text('RvslInd') ?? ''),
      booked: isBooked(values),
    };
    const parts = this.partsOf(head);
    if (parts !== null)
      return withIds(values, parts).map(({ part, bankId }) => this.entryOf(head, part, bankId));
    const only = this.details.length === 1 && !this.detailsLeftOut ? this.details[0] : undefined;
    const bankId = idOf(values.text('AcctSvcrRef')) ?? idOf(only?.text('Refs/AcctSvcrRef'));
    return [this.entryOf(head, { detail: only ?? NOTHING, amount, line: values.line }, bankId)];
  }

  /** The transactions of a batch, where each states its amount and together they are the entry. */
  private partsOf({ amount, currency, values }: EntryHead): Part[] | null {
    if (this.details.length < 2 || this.detailsLeftOut) return null;
    const parts: Part[] = [];
    for (const detail of this.details) {
      const path = ['Amt', 'AmtDtls/TxAmt/Amt'].find((candidate) => detail.currency(candidate) === currency);
      if (path === undefined || detail.chars > STATEMENT_LIMITS.entryChars) return null;
      const direction = detail.text('CdtDbtInd') ?? values.text('CdtDbtInd');
      const part = inCurrency(readAmount(detail.text(path) ?? '', '.'), currency);
      parts.push({ detail, amount: direction === 'DBIT' ? negateDecimal(part) : part, line: detail.line });
    }
    const sum = addDecimals(...parts.map((part) => part.amount));
    return compareDecimals(sum, amount) === 0 ? parts : null;
  }

  private entryOf(head: EntryHead, { detail, amount, line }: Part, bankId: string | null): StatementEntry {
    detail.mustFit();
    const { values, booked, currency } = head;
    const bookingDate = dayOf(values.text('BookgDt/Dt', 'BookgDt/DtTm') ?? '', 'YMD');
    const valueDate = dayOf(values.text('ValDt/Dt', 'ValDt/DtTm') ?? '', 'YMD');
    if (bookingDate === null && valueDate === null)
      throw new EntryUnreadable('The entry has no date that exists.');
    return {
      accountKey: this.accountKey,
      line,
      booked,
      bankId: booked ? bankId : null,
      document: {
        amount,
        currency,
        booked,
        booking_date: bookingDate ?? (booked ? valueDate : null),
        booking_datetime: fieldText(values.text('BookgDt/DtTm')) ?? '',
        value_date: valueDate,
        value_datetime: fieldText(values.text('ValDt/DtTm')) ?? '',
        ...partiesOf(detail, head.reversal),
        remittance_information: remittanceOf(detail),
        additional_information: joined([detail.text('AddtlTxInf'), values.text('AddtlNtryInf')]),
        codes: codesOf(values, detail),
        currency_exchange: exchangeOf(values, detail),
        external_identifiers: unlessEmpty({
          institution_transaction_id: bankId ?? undefined,
          end_to_end_id: fieldText(detail.text('Refs/EndToEndId')),
          entry_reference: fieldText(values.text('NtryRef')),
          check_id: fieldText(detail.text('Refs/ChqNb')),
          mandate_id: fieldText(detail.text('Refs/MndtId')),
        }),
      },
    };
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
const NOTHING = new CamtValues(0);

/** Amounts have no sign of their own: the indicator decides. */
function signed(values: CamtValues, currency: string): Decimal {
  const amount = inCurrency(absoluteDecimal(readAmount(values.text('Amt') ?? '', '.')), currency);
  const direction = values.text('CdtDbtInd');
  if (direction === 'DBIT') return negateDecimal(amount);
  if (direction === 'CRDT') return amount;
  throw new EntryUnreadable('The entry does not say whether the amount came in or went out.');
}

/** A code of its own since version 8. */
function isBooked(values: CamtValues): boolean {
  switch (values.text('Sts/Cd', 'Sts') ?? 'BOOK') {
    case 'BOOK':
      return true;
    case 'PDNG':
      return false;
    default:
      throw new EntryUnreadable('The entry is neither booked nor pending.');
  }
}

/** A batch has one id, and its transactions ids of their own or a place in it. */
function withIds(entry: CamtValues, parts: readonly Part[]): { part: Part; bankId: string | null }[] {
  const ids = parts.map(({ detail }) => idOf(detail.text('Refs/AcctSvcrRef')));
  const unique = new Set(ids).size === ids.length && !ids.includes(null);
  const batch = idOf(entry.text('AcctSvcrRef'));
  return parts.map((part, index) => {
    const place = batch === null ? null : `${batch}/${index + 1}`;
    return { part, bankId: unique ? (ids[index] ?? null) : place };
  });
}
