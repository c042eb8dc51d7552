import { BalanceDocument, BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../account-row';
import {
  countBalanceVersion,
  PublishedBalances,
  readWithBalances,
  updateShownBalances,
  WithBalances,
} from '../accounts.store';
import { lastBalancesOfSyncs, newestBalance, SavedBalance } from './balances.store';
import { balanceDigest, pickBalances } from './pick-balances';

/** The balances of an account that were recorded or removed, not by a sync. */
export interface BalanceChange {
  readonly saved: readonly SavedBalance[];
  readonly removed: readonly SavedBalance[];
}

export interface ShownBalances {
  readonly row: AccountRow;
  readonly snapshot: EventPayload<typeof BalanceSnapshottedV1>;
}

/**
 * Shows the newest balance of the account, which the caller has locked. An account that a connection syncs shows the
 * connection's balance, unless a file states a newer day.
 */
export async function showBalances(
  tx: Tx,
  { id, connection_id: connectionId }: Pick<AccountRow, 'id' | 'connection_id'>,
  { saved, removed }: BalanceChange,
): Promise<ShownBalances> {
  const account = await readWithBalances(tx, id);
  const documents = await shownDocuments(tx, account, connectionId !== null, removed);
  const row = documents === null ? await countBalanceVersion(tx, id) : await show(tx, account, documents);
  const { snapshotAt, ...picked } = row.balances_published ?? NOTHING_PUBLISHED;
  const snapshot = {
    financialAccountId: row.id,
    userId: row.user_id,
    version: row.balance_version,
    changed: account.balance_digest !== row.balance_digest,
    snapshotAt,
    ...picked,
    balances: saved.map(({ id: balanceId, created_at, updated_at, document }) => ({
      id: balanceId,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
      document,
    })),
    ...(removed.length === 0 ? {} : { removed: removed.map((one) => one.id) }),
  };
  return { row, snapshot };
}

const NOTHING_PUBLISHED: PublishedBalances = {
  snapshotAt: new Date(0).toISOString(),
  currency: null,
  cleared: null,
  available: null,
};

/** Returns the balances to show; null: the shown ones stay. */
async function shownDocuments(
  tx: Tx,
  account: WithBalances,
  isSynced: boolean,
  removed: readonly SavedBalance[],
): Promise<BalanceDocument[] | null> {
  const newest = await newestBalance(tx, account.id);
  if (!isSynced || newest?.from_file) return newest ? [newest.document] : [];
  const showedRemoved = removed.some(({ document }) => account.balance_digest === balanceDigest([document]));
  return showedRemoved ? lastBalancesOfSyncs(tx, account.id) : null;
}

function show(
  tx: Tx,
  { id, profile }: WithBalances,
  documents: readonly BalanceDocument[],
): Promise<WithBalances> {
  const published = { snapshotAt: new Date().toISOString(), ...pickBalances(documents, profile.currency) };
  return updateShownBalances(tx, id, balanceDigest(documents), published, documents.length > 0);
}
