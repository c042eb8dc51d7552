import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { SeededRandom } from '@tributary/testing';
import { AccountAnswer } from '../../../src/transactions/matching/answer';
import { settlementRules } from '../../../src/transactions/matching/evidence/settlement-evidence';
import { StoredTransaction, TransactionState } from '../../../src/transactions/stored-transaction';
import { toRows, TransactionRow } from '../../../src/transactions/transaction-rows';

const TODAY = '2026-03-20';

/** The members of a row in a test. */
export interface Line {
  readonly name: string | null;
  readonly amount: string;
  readonly currency?: string;
  readonly day: string | null;
  readonly booked: boolean;
  readonly text?: string;
  readonly iban?: string;
  readonly institutionId?: string;
  readonly valueDate?: string | null;
  readonly id?: string | null;
  readonly pendingId?: string | null;
}

/** A row as a provider sends it; `label` tells it from others that are equal. */
export function rowOf(line: Line, label: string): TransactionRow {
  const { name, amount, currency = 'EUR', day, booked, valueDate = null } = line;
  const party = { ...(name !== null && { name }), ...(line.iban !== undefined && { iban: line.iban }) };
  const document = {
    amount,
    currency,
    booked,
    booking_date: day,
    booking_datetime: '',
    value_date: valueDate,
    value_datetime: '',
    ...(isOutflow(amount) ? { creditor: party } : { debtor: party }),
    ...(line.text !== undefined && { remittance_information: { unstructured: line.text } }),
    ...(line.institutionId !== undefined && {
      external_identifiers: { institution_transaction_id: line.institutionId },
    }),
  };
  const [row] = toRows(
    [
      {
        booked,
        document,
        strongId: line.id ?? null,
        weakId: null,
        pendingStrongId: line.pendingId ?? null,
        rawJson: JSON.stringify(label),
      },
    ],
    DEFAULT_ACCOUNT_CONFIG,
  );
  if (!row) throw new Error('the row repeats another one');
  return { ...row, identityKey: line.id ? row.identityKey : `${row.identityKey} ${label}` };
}

export function storedOf(
  row: TransactionRow,
  id: number,
  state: TransactionState = 'LIVE',
): StoredTransaction {
  return {
    ...row,
    id,
    state,
    booked: row.document.booked,
    seenOn: '2026-03-10',
    mergedInto: null,
    isFromFile: false,
    underReview: false,
    edits: null,
    split: null,
    listings: [],
    form: '',
  };
}

export function answerOf(
  rows: readonly TransactionRow[],
  stored: readonly StoredTransaction[],
  changes: Partial<AccountAnswer> = {},
  config: Partial<AccountConfig> = {},
): AccountAnswer {
  return {
    rows,
    listed: new Set(),
    listedKeys: new Set(),
    stored,
    reportsChanges: false,
    file: null,
    settlements: [],
    coverage: [{ from: '2026-02-01', to: null, includesPending: true, complete: true, isBackfill: false }],
    withdrawn: new Set(),
    duplicateFields: DEFAULT_ACCOUNT_CONFIG.fields_for_duplicate_filtering,
    rules: settlementRules({ ...DEFAULT_ACCOUNT_CONFIG, ...config }, 0.25),
    today: TODAY,
    ...changes,
  };
}

const NAMES = [null, 'Kiosk Seven', 'KIOSK SEV', 'Kiosk Seven Oy', 'Taxi Helsinki', 'Grocer North', 'Grocer'];
const AMOUNTS = ['-5.00', '-5.0', '-5.50', '-6.10', '-4.20', '5.00', '0.00', '-50.00', '-0.01'];
const STATES = ['LIVE', 'LIVE', 'LIVE', 'UNLISTED', 'WITHDRAWN', 'DELETED', 'MERGED'] as const;

/** Returns a small account and its bank's response, in which many rows are similar. */
export function randomAnswer(random: SeededRandom): AccountAnswer {
  const of = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;
  const chance = (probability: number) => random.next() < probability;
  // Few values for some accounts, so that many entries are equal.
  const names = chance(0.3) ? [of(NAMES), of(NAMES)] : NAMES;
  const amounts = chance(0.3) ? [of(AMOUNTS), of(AMOUNTS)] : AMOUNTS;
  const day = () =>
    `2026-03-${String(1 + Math.floor(random.next() * (chance(0.5) ? 3 : 18))).padStart(2, '0')}`;
  const ids = Array.from({ length: 12 }, (_, at) => `id${at}`);
  const free = new Set(ids);
  const line = (booked: boolean): Line => ({
    name: of(names),
    amount: of(amounts),
    currency: chance(0.1) ? 'SEK' : 'EUR',
    day: chance(0.05) ? null : day(),
    booked,
    ...(chance(0.3) && { text: of(['Kiosk Seven order', 'monthly', 'Taxi']) }),
    ...(chance(0.1) && { iban: of(['FI1', 'FI2']) }),
    ...(chance(0.2) && { institutionId: of(['I1', 'I2', 'I3']) }),
    ...(chance(0.3) && { valueDate: day() }),
    id: booked || chance(0.5) ? null : (take(free) ?? null),
    pendingId: booked && chance(0.2) ? of(ids) : null,
  });
  const count = () => Math.floor(random.next() * 9);
  const some = (booked: boolean) => Array.from({ length: count() }, () => line(booked));
  const stored = [...some(false), ...some(true)].map((one, at) =>
    storedOf(rowOf(one, `stored ${at}`), 100 + at, of(STATES)),
  );
  const rows = [...some(false), ...some(true)].map((one, at) => rowOf({ ...one }, `row ${at}`));
  const window = { from: '2026-02-01', to: chance(0.2) ? '2026-03-09' : null, isBackfill: chance(0.1) };
  return answerOf(
    rows,
    stored,
    {
      coverage: [{ ...window, includesPending: chance(0.8), complete: chance(0.8) }],
      reportsChanges: chance(0.1),
    },
    { fuzzy_counterparty_matching: chance(0.8), pending_settlement_matching: chance(0.95) },
  );
}

function take(free: Set<string>): string | undefined {
  const [first] = free;
  if (first !== undefined) free.delete(first);
  return first;
}
