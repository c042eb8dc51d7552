import { IngestionFixture } from './ingestion.fixture';

/** An account of the sandbox's bank, with the number of its requests. */
export interface LedgerAccount {
  readonly id: string;
  readonly transaction_count: number;
  readonly transaction_ids: readonly string[];
  readonly last_balance: string;
  readonly requests: Readonly<Record<string, number>>;
  readonly requests_in_retry_after: number;
}

export async function ledger(fixture: IngestionFixture, institution: string): Promise<LedgerAccount[]> {
  const answer = await fixture.control('GET', `/ledger/provider-a?institution=${institution}`);
  return (answer as { accounts: LedgerAccount[] }).accounts;
}

/** Returns `account/transaction` for all rows that the bank has booked. */
export async function bankIds(fixture: IngestionFixture, institution: string): Promise<string[]> {
  const accounts = await ledger(fixture, institution);
  return accounts
    .flatMap(({ id, transaction_ids }) => transaction_ids.map((transaction) => `${id}/${transaction}`))
    .sort();
}

/** Returns the ids of all stored rows. */
export async function storedIds(fixture: IngestionFixture): Promise<string[]> {
  const rows = await fixture.rows<{ id: string }>(
    `select a.external_id || '/' || (t.document->'external_identifiers'->>'institution_transaction_id') as id
       from transactions t join financial_accounts a on a.id = t.account_id`,
  );
  return rows.map(({ id }) => id).sort();
}
