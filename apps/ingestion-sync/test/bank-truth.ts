import { TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from './ingestion.fixture';

/**
 * A row as PROVIDER_A's format has it. Only test banks have `purchase`, which is no evidence for the engine; what
 * follows a `#` distinguishes equal purchases, which nothing else in a row does.
 */
export interface BankRow {
  readonly transactionId?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: { readonly amount: string; readonly currency: string };
  readonly balanceAfterTransaction?: { readonly amount: string };
  readonly creditorName?: string;
  readonly purchase?: string;
}

export interface BankRows {
  readonly id: string;
  readonly iban: string;
  readonly booked: readonly BankRow[];
  readonly pending: readonly BankRow[];
}

/** The members of a transaction that both sides have, without any id. */
interface Shown {
  readonly iban: string;
  readonly booked: boolean;
  readonly day: string | null;
  readonly amount: string;
  readonly balance: string | null;
  readonly purchase: string | null;
}

/** All rows of an institution, under the bank's own ids. */
export async function bankRows(fixture: IngestionFixture, institution: string): Promise<BankRows[]> {
  const answer = await fixture.control('GET', `/ledger/bank?institution=${institution}`);
  return (answer as { accounts: BankRows[] }).accounts;
}

/**
 * Checks that no row is lost, duplicated or wrongly merged: the stored rows equal the bank's, whatever ids it used; the
 * events equal the stored rows; and each settlement joined one purchase.
 */
export async function expectTheBanksTruth(fixture: IngestionFixture, institution: string): Promise<void> {
  const accounts = await bankRows(fixture, institution);
  const truth = accounts.flatMap(({ iban, booked, pending }) => [
    ...booked.map((row) => shownAtBank(row, iban, true)),
    ...pending.map((row) => shownAtBank(row, iban, false)),
  ]);
  expect((await stored(fixture)).map(inOneForm).sort()).toEqual(truth.map(inOneForm).sort());
  expect(await wrongSettlements(fixture)).toEqual([]);
  await eventually(async () => expect(publishedIds(fixture)).toEqual(await storedRowIds(fixture)));
}

/** Returns the ids of all transactions, in order. */
export async function storedRowIds(fixture: IngestionFixture): Promise<number[]> {
  const rows = await fixture.rows<{ id: string }>(
    `select id from transactions where state = 'LIVE' order by id`,
  );
  return rows.map(({ id }) => Number(id));
}

function shownAtBank(row: BankRow, iban: string, booked: boolean): Shown {
  return {
    iban,
    booked,
    day: row.bookingDate ?? row.valueDate ?? null,
    amount: row.transactionAmount.amount,
    balance: row.balanceAfterTransaction?.amount ?? null,
    purchase: row.purchase?.replace(/#.*/, '') ?? null,
  };
}

function stored(fixture: IngestionFixture): Promise<Shown[]> {
  return fixture.rows<Shown>(
    `select a.profile->>'iban' as iban, t.booked,
            coalesce(t.document->>'booking_date', t.document->>'value_date') as day,
            t.document->>'amount' as amount, t.document->>'balance_after_transaction' as balance,
            split_part(t.raw->>'purchase', '#', 1) as purchase
       from transactions t join financial_accounts a on a.id = t.account_id
      where t.state = 'LIVE'`,
  );
}

/** Normalizes decimals: `-10.50` and `-10.5` are one amount. */
function inOneForm({ amount, balance, ...rest }: Shown): string {
  const short = (decimal: string | null): string | null =>
    decimal?.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
  return [rest.iban, rest.booked, rest.day, short(amount), short(balance), rest.purchase].join(' ');
}

function wrongSettlements(fixture: IngestionFixture): Promise<unknown[]> {
  return fixture.rows(
    `select s.pending_raw->>'purchase' as pending, t.raw->>'purchase' as shown
       from settlements s join transactions t on t.id in (s.pending_transaction_id, s.booked_transaction_id)
      where s.status in ('MERGED', 'ACCEPTED') and t.state = 'LIVE'
        and s.pending_raw->>'purchase' is distinct from t.raw->>'purchase'`,
  );
}

/** The final state of a consumer that applies each event by its id and version. Fails if a version is published twice. */
function publishedIds(fixture: IngestionFixture): number[] {
  const upserted = fixture
    .events(TransactionUpsertedV1)
    .flatMap(({ transactions }) => transactions.map(({ id, version }) => ({ id, version, isThere: true })));
  const removed = fixture
    .events(TransactionRemovedV1)
    .flatMap(({ transactions }) => transactions.map(({ id, version }) => ({ id, version, isThere: false })));
  const published = [...upserted, ...removed];
  expect(new Set(published.map(({ id, version }) => `${id}@${version}`)).size).toBe(published.length);
  const last = new Map<number, { version: number; isThere: boolean }>();
  for (const event of published) {
    if (event.version > (last.get(event.id)?.version ?? 0)) last.set(event.id, event);
  }
  return [...last].flatMap(([id, { isThere }]) => (isThere ? [id] : [])).sort((a, b) => a - b);
}
