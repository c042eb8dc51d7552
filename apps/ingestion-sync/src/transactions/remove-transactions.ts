import { Tx } from '@tributary/persistence';

/** The rows of one account that its provider took back, by identity key. */
export interface AccountRemovals {
  readonly accountId: number;
  readonly keys: readonly string[];
}

export interface RemovedTransaction {
  readonly id: number;
  readonly version: number;
}

/**
 * Turns the rows into tombstones, in one statement for all accounts. What was never there, or is gone already, is
 * left alone. @returns by account, those that were there
 */
export async function removeTransactions(
  tx: Tx,
  accounts: readonly AccountRemovals[],
): Promise<Map<number, RemovedTransaction[]>> {
  const records = accounts.flatMap(({ accountId, keys }) =>
    keys.map((key) => ({ account_id: accountId, identity_key: key })),
  );
  if (records.length === 0) return new Map();
  const removed = await tx.query<RemovedTransaction & { account_id: number }>(
    `update transactions t
        set removed_at = now(), version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, identity_key text)
      where t.account_id = r.account_id and t.identity_key = r.identity_key and t.removed_at is null
     returning t.id, t.account_id, t.version`,
    [JSON.stringify(records)],
  );
  const byAccount = new Map<number, RemovedTransaction[]>();
  for (const { id, version, account_id } of removed) {
    byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), { id, version }]);
  }
  return byAccount;
}
