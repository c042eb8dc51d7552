import { AccountDeletedV1, EventPayload } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { endPairsOfAccounts } from './transfer-pairs/end-pairs';
import { AccountRow } from './account-row';

type Deleted = EventPayload<typeof AccountDeletedV1>;

/** The accounts of a connection, locked in the order of their ids. */
export function lockAccountsOf(tx: Tx, connectionId: number): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    'select * from financial_accounts where connection_id = $1 order by id for update',
    [connectionId],
  );
}

/**
 * Erases locked accounts with all their data, and publishes it. A running sync finds its lease gone and writes nothing
 * more.
 */
export async function deleteAccounts(tx: Tx, accounts: readonly AccountRow[]): Promise<Deleted[]> {
  if (accounts.length === 0) return [];
  const deleted = accounts.map(({ id, version, user_id: userId }) => ({ id, version: version + 1, userId }));
  const ended = await endPairsOfAccounts(
    tx,
    deleted.map(({ id }) => id),
  );
  await tx.execute('delete from financial_accounts where id = any($1::bigint[])', [
    deleted.map(({ id }) => id),
  ]);
  await appendToOutbox(tx, [
    ...ended,
    ...deleted.map((payload) => event(AccountDeletedV1, payload.id, payload)),
  ]);
  return deleted;
}

/** A consent that still covers the account shall not bring it back; what is kept of it is a hash. */
export async function rememberRemoval(tx: Tx, account: AccountRow): Promise<void> {
  if (account.connection_id === null) return;
  await tx.execute(
    `insert into removed_accounts (connection_id, identity_hash)
     select $1, unnest($2::text[]) on conflict do nothing`,
    [account.connection_id, [identityHash(account.identity_key), identityHash(`id:${account.external_id}`)]],
  );
}

/** Hashes of the accounts that the user removed from the connection. */
export async function removedFrom(tx: Tx, connectionId: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ identity_hash: string }>(
    'select identity_hash from removed_accounts where connection_id = $1',
    [connectionId],
  );
  return new Set(rows.map(({ identity_hash }) => identity_hash));
}

export function identityHash(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}
