import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { readDay } from '../values/days';
import { fieldText, idOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { NO_CURRENCY, StatementAccount, StatementEntry, StatementItem, StatementBalance } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { StatementReader } from '../statement-reader';
import { Batch, batchText, Part, partsOf, withIds } from './camt-batches';
import { CamtElements, ElementHandler } from './camt-elements';
import { daysOf, isBooked, partyOfBatch, signed, whyNoMovement, whyNotice } from './camt-entry';
import {
  additionalText,
  CamtValues,
  codesOf,
  exchangeOf,
  partiesOf,
  purchaseDay,
  remittanceOf,
} from './camt-values';

const BANK = ['BICFI', 'BIC', 'ClrSysMmbId/MmbId'].map((element) => `Svcr/FinInstnId/${element}`);

/** The statement's number or, without one, its id. */
const STATEMENT_IDS = ['ElctrncSeqNb', 'LglSeqNb', 'Id'];

/** Elements whose values are collected completely before they are interpreted. */
const READ_AS_ONE = new Set(['Acct', 'Bal', 'Ntry', 'NtryDtls/TxDtls']);
const BODIES = new Set(['Document/BkToCstmrStmt/Stmt', 'Document/BkToCstmrAcctRpt/Rpt']);
const DETAIL = 'NtryDtls/TxDtls';
/** The most balances of one statement. */
const BALANCES_MAX = 100;

/** Reads camt.053, and camt.052, which has the same entries before the end of the day. */
export class CamtReader implements StatementReader, ElementHandler {
  private readonly elements = new CamtElements(this);
  private readonly seen = new Set<string>();
  private items: StatementItem[] = [];
  private account: StatementAccount | null = null;
  /** The values of the account, until its first balance or entry shows the currency. */
  private named: CamtValues | null = null;
  private statementIds = new CamtValues(0);
  private statement: string | undefined;
  private balances: CodedBalance[] = [];
  private entry: CamtValues | null = null;
  private details: CamtValues[] = [];
  private detailChars = 0;
  /** The number of a batch's transactions beyond those that are read one by one. */
  private detailsLeftOut = 0;
  /** The collected values of the current element. */
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
    if (BODIES.has(path)) {
      [this.account, this.named, this.balances] = [null, null, []];
      [this.statementIds, this.statement] = [new CamtValues(line), undefined];
    }
    if (!READ_AS_ONE.has(path)) return;
    this.current = new CamtValues(line);
    if (path !== 'Ntry') return;
    this.giveBalances();
    this.entry = this.current;
    [this.details, this.detailChars, this.detailsLeftOut] = [[], 0, 0];
  }

  value(path: string, text: string, currency: string | undefined): void {
    if (this.current !== null) this.current.add(path, text, currency);
    else if (STATEMENT_IDS.includes(path)) this.statementIds.add(path, text, undefined);
  }

  close(path: string): void {
    if (BODIES.has(path)) this.endStatement();
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
    if (path === 'Acct') this.named = values;
    else if (path === 'Bal') this.addBalance(values);
    else this.addEntries(values);
  }

  private endStatement(): void {
    this.giveBalances();
    // An account without balances and entries is listed, too.
    if (this.account === null && this.named !== null) this.beginAccount(undefined);
  }

  private keepDetail(detail: CamtValues): void {
    this.detailChars += detail.chars;
    const tooMany =
      this.details.length >= STATEMENT_LIMITS.batchDetails || this.detailChars > STATEMENT_LIMITS.batchChars;
    if (tooMany) this.detailsLeftOut += 1;
    else this.details.push(detail);
  }

  /** @param currency of the first balance or entry; one IBAN may have accounts in several currencies */
  private beginAccount(currency: string | undefined): StatementAccount {
    const values = this.named ?? NOTHING;
    const iban = fieldText(values.text('Id/IBAN'))?.replace(/\s/g, '');
    const number = fieldText(values.text('Id/Othr/Id'));
    const known = currencyOf(values.text('Ccy')) ?? currency ?? null;
    this.statement = fieldText(this.statementIds.first(STATEMENT_IDS));
    const account: StatementAccount = {
      key: [iban ?? number, known].filter((part) => part !== undefined && part !== null).join(' '),
      iban: iban ?? null,
      number: iban === undefined ? (number ?? null) : null,
      bank: fieldText(values.first(BANK)) ?? null,
      name: fieldText(values.text('Nm')) ?? null,
      currency: known,
    };
    this.account = account;
    if (!this.seen.has(account.key)) this.items.push({ kind: 'account', account });
    this.seen.add(account.key);
    return account;
  }

  private accountIn(currency: string | undefined): StatementAccount {
    return this.account ?? this.beginAccount(currency);
  }

  private addBalance(values: CamtValues): void {
    const code = values.text('Tp/CdOrPrtry/Cd') ?? '';
    const stated = values.currency('Amt');
    const account = this.accountIn(stated);
    const currency = stated ?? account.currency;
    const amount = signed(values, currency ?? NO_CURRENCY);
    const date = readDay(values.text('Dt/Dt', 'Dt/DtTm') ?? '', 'YMD');
    if (this.balances.length >= BALANCES_MAX) return;
    const { line } = values;
    const { statement } = this;
    this.balances.push({
      code,
      balance: { accountKey: account.key, line, amount, currency, date, statement },
    });
  }

  /** Emits the balances, which precede the entries. */
  private giveBalances(): void {
    for (const balance of balancesOf(this.balances)) this.items.push({ kind: 'balance', balance });
    this.balances = [];
  }

  private addEntries(values: CamtValues): void {
    const stated = values.currency('Amt');
    const currency = stated ?? this.accountIn(stated).currency ?? NO_CURRENCY;
    const amount = signed(values, currency);
    const { details, detailsLeftOut } = this;
    const reversal = /^(true|1)$/.test(values.text('RvslInd') ?? '');
    const batch: Batch = { values, amount, currency, reversal, details, detailsLeftOut };
    const reason = whyNoMovement(values) ?? whyNotice(batch);
    if (reason !== null) {
      this.items.push({ kind: 'left_out', leftOut: { line: values.line, reason } });
      return;
    }
    const booked = isBooked(values);
    for (const { part, bankId } of this.rowsOf(batch))
      this.items.push({ kind: 'entry', entry: this.entryOf(batch, part, booked, bankId) });
  }

  /** Returns the transactions of a batch that can be divided, else the entry as a single row. */
  private rowsOf(batch: Batch): { part: Part; bankId: string | null }[] {
    const { values, details, detailsLeftOut } = batch;
    const parts = partsOf(batch);
    if (parts !== null) return withIds(values, parts);
    const only = details.length === 1 && detailsLeftOut === 0 ? details[0] : undefined;
    const bankId = idOf(values.text('AcctSvcrRef')) ?? idOf(only?.text('Refs/AcctSvcrRef'));
    return [{ part: { detail: only ?? NOTHING, amount: batch.amount, line: values.line }, bankId }];
  }

  private entryOf(batch: Batch, part: Part, booked: boolean, bankId: string | null): StatementEntry {
    const { detail, amount, line } = part;
    detail.mustFit();
    const { values, currency, reversal } = batch;
    const { bookingDate, valueDate } = daysOf(values);
    const text = detail === NOTHING ? batchText(batch) : null;
    const purchase = purchaseDay(detail);
    return {
      accountKey: this.accountIn(values.currency('Amt')).key,
      line,
      booked,
      bankId: booked ? bankId : null,
      statement: this.statement,
      document: {
        amount,
        currency,
        booked,
        booking_date: bookingDate ?? (booked ? valueDate : null),
        booking_datetime: fieldText(values.text('BookgDt/DtTm')) ?? '',
        value_date: valueDate,
        value_datetime: fieldText(values.text('ValDt/DtTm')) ?? '',
        ...(text === null ? partiesOf(detail, reversal) : partyOfBatch(values, text.names)),
        remittance_information:
          text === null ? remittanceOf(detail) : unlessEmpty({ unstructured: text.lines }),
        additional_data_structured:
          purchase === null || purchase === valueDate || purchase === bookingDate
            ? undefined
            : JSON.stringify({ purchase_date: purchase }),
        additional_information: additionalText(detail, values),
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

const NOTHING = new CamtValues(0);

/** A balance of a statement, with the code of its type. */
interface CodedBalance {
  readonly code: string;
  readonly balance: Omit<StatementBalance, 'kind'>;
}

/**
 * Returns the balances of one statement: the first before its entries, the last after them. The previous closing
 * balance is the opening one; a page or an intraday report has interim balances at its beginning and its end.
 */
function balancesOf(stated: readonly CodedBalance[]): StatementBalance[] {
  const first = (code: string) => stated.find((one) => one.code === code);
  const last = (code: string) => stated.findLast((one) => one.code === code);
  const interim = stated.filter(({ code }) => code === 'ITBD');
  const opening =
    first('OPBD') ?? first('PRCD') ?? (interim.length > 1 || last('CLBD') ? interim[0] : undefined);
  const closing = last('CLBD') ?? interim.findLast((one) => one !== opening);
  const available = last('CLAV');
  return [
    opening && { ...opening.balance, kind: 'OPENING' as const },
    closing && { ...closing.balance, kind: 'CLOSING' as const },
    available && { ...available.balance, kind: 'AVAILABLE' as const },
  ].filter((one) => one !== undefined);
}
