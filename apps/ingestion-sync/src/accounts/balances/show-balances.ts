import { BalanceDocument, BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../account-row';
import { balanceDigest, pickBalances, PickedBalances } from './pick-balances';

/** A balance as it is stored. */
export interface SavedBalance {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: BalanceDocument;
}

/** The balances of an account that were recorded or removed, not by a sync. */
export interface BalanceChange {
  readonly saved: readonly SavedBalance[];
  readonly removed: readonly SavedBalance[];
}

type Published = PickedBalances & { readonly snapshotAt: string };

type WithBalances = AccountRow & {
  readonly balance_digest: string | null;
  readonly balances_published: Published | null;
};

export interface ShownBalances {
  readonly row: AccountRow;
  readonly snapshot: EventPayload<typeof BalanceSnapshottedV1>;
}

/**
 * The account, which the caller has locked, shows its newest balance. One that a connection syncs shows what the connection
 * read, unless a file states a newer day.
 */
export async function showBalances(
  tx: Tx,
  { id, connection_id: connectionId }: Pick<AccountRow, 'id' | 'connection_id'>,
  { saved, removed }: BalanceChange,
): Promise<ShownBalances> {
  const account = await readAccount(tx, id);
  const documents = await shownDocuments(tx, account, connectionId !== null, removed);
  const row = documents === null ? await countVersion(tx, id) : await show(tx, account, documents);
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

const NOTHING_PUBLISHED: Published = {
  snapshotAt: new Date(0).toISOString(),
  currency: null,
  cleared: null,
  available: null,
};

async function readAccount(tx: Tx, id: number): Promise<WithBalances> {
  const [account] = await tx.query<WithBalances>('select * from financial_accounts where id = $1', [id]);
  if (!account) throw new Error('the locked account is gone');
  return account;
}

/** Null: what the account shows stays. */
async function shownDocuments(
  tx: Tx,
  account: WithBalances,
  isSynced: boolean,
  removed: readonly SavedBalance[],
): Promise<BalanceDocument[] | null> {
  const [newest] = await tx.query<{ document: BalanceDocument; from_file: boolean }>(
    'select document, from_file from balances where account_id = $1 order by reference_day desc, id desc limit 1',
    [account.id],
  );
  if (!isSynced || newest?.from_file) return newest ? [newest.document] : [];
  const showedRemoved = removed.some(({ document }) => account.balance_digest === balanceDigest([document]));
  return showedRemoved ? lastOfSyncs(tx, account.id) : null;
}

async function lastOfSyncs(tx: Tx, accountId: number): Promise<BalanceDocument[]> {
  const rows = await tx.query<{ document: BalanceDocument }>(
    `select distinct on (type, currency) document from balances where account_id = $1 and not from_file
      order by type, currency, reference_day desc`,
    [accountId],
  );
  return rows.map(({ document }) => document);
}

async function countVersion(tx: Tx, id: number): Promise<WithBalances> {
  return one(
    await tx.query<WithBalances>(
      `update financial_accounts set balance_version = balance_version + 1, version = version + 1, updated_at = now()
        where id = $1 returning *`,
      [id],
    ),
  );
}

async function show(
  tx: Tx,
  { id, profile }: WithBalances,
  documents: readonly BalanceDocument[],
): Promise<WithBalances> {
  const published = { snapshotAt: new Date().toISOString(), ...pickBalances(documents, profile.currency) };
  return one(
    await tx.query<WithBalances>(
      `update financial_accounts
          set balances_synced_at = case when $4 then now() end, balance_version = balance_version + 1,
              balance_digest = $2, balances_published = $3, version = version + 1, updated_at = now()
        where id = $1 returning *`,
      [id, balanceDigest(documents), JSON.stringify(published), documents.length > 0],
    ),
  );
}

function one<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('the locked account is gone');
  return row;
}
