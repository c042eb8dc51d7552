import { SecretBox } from '@tributary/secrets';
import { Tx } from '@tributary/persistence';
import { hash } from 'node:crypto';
import { RejectedRow } from '../providers/provider.port';

/** Rejected rows of one account. */
export interface AccountRejections {
  readonly accountId: number;
  readonly rejected: readonly RejectedRow[];
}

/**
 * Stores rejected rows: their content (encrypted), the reason, when and how often. The same row again only increases
 * the count.
 */
export async function recordRejections(
  tx: Tx,
  box: SecretBox,
  accounts: readonly AccountRejections[],
): Promise<void> {
  const records = accounts.flatMap(({ accountId, rejected }) => distinct(accountId, rejected, box));
  if (records.length === 0) return;
  await tx.query(
    `insert into rejected_transactions as t (account_id, fingerprint, provider_transaction_id, reason, raw_sealed)
     select account_id, fingerprint, provider_transaction_id, reason, raw_sealed
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, fingerprint text,
            provider_transaction_id text, reason text, raw_sealed text)
     on conflict (account_id, fingerprint) do update
        set count = t.count + 1, seen_at = now(), reason = excluded.reason`,
    [JSON.stringify(records)],
  );
}

function distinct(accountId: number, rejected: readonly RejectedRow[], box: SecretBox) {
  const byFingerprint = new Map(rejected.map((row) => [hash('sha256', row.rawJson), row]));
  return [...byFingerprint].map(([fingerprint, row]) => ({
    account_id: accountId,
    fingerprint,
    provider_transaction_id: row.providerTransactionId?.replaceAll('\u0000', '') ?? null,
    reason: row.reason,
    raw_sealed: box.seal(row.rawJson, rejectedContext(accountId, fingerprint)),
  }));
}

/** What a rejected row is sealed for: it opens nowhere else. */
export function rejectedContext(accountId: number | string, fingerprint: string): string {
  return `rejected_transactions.raw:${accountId}:${fingerprint}`;
}
