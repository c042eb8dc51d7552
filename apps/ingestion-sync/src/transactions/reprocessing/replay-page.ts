import { Context } from '@opentelemetry/api';
import { AccountCategory, AccountConfig, Provider } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { markPublished } from '../../accounts/transfer-pairs/mark-published';
import { requestSearches } from '../../accounts/transfer-pairs/request-searches';
import { followSplits } from '../follow-splits';
import { transactionEvents } from '../transaction-events';
import { TransactionState } from '../stored-transaction';
import { WrittenRow, writtenRow } from '../write-transactions';
import { KeptTransaction, Replayed } from './replay-mapping';

/** An account whose rows are read again. */
export interface LockedAccount {
  readonly id: number;
  readonly userId: number;
  readonly provider: Provider;
  readonly config: AccountConfig;
  readonly currency: string | null;
  readonly category: AccountCategory;
}

/** The account, locked against syncs and users' changes; null where it was deleted meanwhile, or is kept by hand. */
export async function lockAccount(tx: Tx, id: number): Promise<LockedAccount | null> {
  const [account] = await tx.query<LockedAccount>(
    `select id, user_id as "userId", provider, config, profile->>'currency' as currency,
            coalesce(profile->>'account_category', 'BANK') as category
       from financial_accounts where id = $1 and connection_id is not null for update`,
    [id],
  );
  return account ?? null;
}

/**
 * The account's next transactions that a provider sent, whatever became of them: what is deleted or merged is still
 * found again by what it says. What was added by enrichment is not the provider's.
 */
export function readKept(
  tx: Tx,
  accountId: number,
  after: number,
  limit: number,
): Promise<KeptTransaction[]> {
  return tx.query<KeptTransaction>(
    `select id, booked, raw::text as "rawJson", coalesce(provider_document, document) - '{enriched,under_review}'::text[] as provided, edits, split
       from transactions where account_id = $1 and id > $2 and origin = 'PROVIDER' order by id limit $3`,
    [accountId, after, limit],
  );
}

interface Written extends WrittenRow {
  readonly state: TransactionState;
}

/** Writes what differs, in one statement, and publishes it. Ids, keys and states stay. */
export async function saveReplayed(
  tx: Tx,
  trace: Context,
  account: LockedAccount,
  changed: readonly Extract<Replayed, { kind: 'changed' }>[],
): Promise<void> {
  if (changed.length === 0) return;
  const written = await tx.query<Written>(WRITE, [account.id, JSON.stringify(changed.map(toRecord))]);
  const parts = await followSplits(
    tx,
    changed.flatMap(({ id, isSplit }) => (isSplit ? id : [])),
  );
  const published = [...written.filter(({ state }) => state === 'LIVE'), ...parts.written].map(writtenRow);
  await appendToOutbox(tx, transactionEvents(account, await markPublished(tx, published), trace));
  await requestSearches(tx, published);
  if (!account.config.enrichment.enabled) return;
  await tx.execute('update financial_accounts set enrichment_due_at = clock_timestamp() where id = $1', [
    account.id,
  ]);
}

const WRITE = `
  update transactions t
     set document = r.document || case when t.document ? 'enriched'
                                       then jsonb_build_object('enriched', t.document->'enriched') else '{}' end,
         provider_document = case when r.is_layered then r.provided end,
         content_hash = r.content_hash, booking_date = r.booking_date, day = r.day,
         version = t.version + case when t.state = 'LIVE' then 1 else 0 end,
         updated_at = case when t.state = 'LIVE' then now() else t.updated_at end
    from jsonb_to_recordset($2::jsonb) as r(id bigint, document jsonb, provided jsonb, is_layered boolean,
         content_hash text, booking_date date, day date)
   where t.id = r.id and t.account_id = $1
  returning t.id, t.account_id, t.version, t.state, t.created_at, t.updated_at, t.document`;

function toRecord({ id, provided, shown, isLayered }: Extract<Replayed, { kind: 'changed' }>) {
  return {
    id,
    document: shown,
    provided: provided.document,
    is_layered: isLayered,
    content_hash: provided.contentHash,
    booking_date: provided.document.booking_date,
    day: provided.day,
  };
}
