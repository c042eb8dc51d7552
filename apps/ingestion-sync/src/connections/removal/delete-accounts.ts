import { AccountDeletedV1, EventPayload } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { endPairsOfAccounts } from '../../transactions/transfer-pairs/end-pairs';
import { AccountRow } from '../../accounts/account-row';
import { deleteRows } from '../../accounts/accounts.store';

type Deleted = EventPayload<typeof AccountDeletedV1>;

/**
 * Erases locked accounts with all their data, and publishes it. A running sync loses its lease and writes nothing more.
 */
export async function deleteAccounts(tx: Tx, accounts: readonly AccountRow[]): Promise<Deleted[]> {
  if (accounts.length === 0) return [];
  const deleted = accounts.map(({ id, version, user_id: userId }) => ({ id, version: version + 1, userId }));
  const ended = await endPairsOfAccounts(
    tx,
    deleted.map(({ id }) => id),
  );
  await deleteRows(
    tx,
    deleted.map(({ id }) => id),
  );
  await appendToOutbox(tx, [
    ...ended,
    ...deleted.map((payload) => event(AccountDeletedV1, payload.id, payload)),
  ]);
  return deleted;
}
