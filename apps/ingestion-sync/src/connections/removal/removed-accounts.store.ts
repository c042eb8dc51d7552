import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { createHash } from 'node:crypto';
import { AccountRow } from '../../accounts/account-row';

/** Stores a hash of the removed account, so that a consent which still covers it does not add it again. */
export async function rememberRemoval(tx: Tx, account: AccountRow): Promise<void> {
  if (account.connection_id === null) return;
  await tx.execute(
    `insert into removed_accounts (connection_id, identity_hash)
     select $1, unnest($2::text[]) on conflict do nothing`,
    [account.connection_id, [identityHash(account.identity_key), identityHash(`id:${account.external_id}`)]],
  );
}

/** Returns hashes of the accounts that the user removed from the connection. */
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

/** @param connections SQL that selects the ids of the user's connections */
export const removedAccountsTable = (connections: string): UserTable => ({
  table: 'removed_accounts',
  rowsOfUserSql: `t.connection_id in (${connections})`,
});
