import { BalanceDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

/** A stored balance. */
export interface SavedBalance {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: BalanceDocument;
}

/** The unique key of a balance. */
const KEY = 'account_id, type, currency, reference_day';

/** A balance with its day. */
export interface BalanceRecord {
  readonly account_id: number;
  readonly reference_day: string;
  readonly document: BalanceDocument;
}

/** Stores balances of many accounts, each key once. */
export function upsertBalances(
  tx: Tx,
  records: readonly BalanceRecord[],
): Promise<(SavedBalance & { readonly account_id: number })[]> {
  return tx.query(
    `insert into balances as b (${KEY}, document)
     select account_id, document->>'type', document->>'currency', reference_day, document
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, reference_day date, document jsonb)
     on conflict (${KEY}) do update
        set document = excluded.document, from_file = false,
            updated_at = case when b.document = excluded.document then b.updated_at else now() end
     returning id, account_id, document, created_at, updated_at`,
    [JSON.stringify(records)],
  );
}

/** Stores a balance of the user's. */
export async function upsertBalance(
  tx: Tx,
  accountId: number,
  document: BalanceDocument,
): Promise<SavedBalance> {
  const [saved] = await tx.query<SavedBalance>(
    `insert into balances as b (${KEY}, document)
     values ($1, $2, $3, $4, $5)
     on conflict (${KEY}) do update
        set document = excluded.document, from_file = false,
            updated_at = case when b.document = excluded.document then b.updated_at else now() end
     returning id, created_at, updated_at, document`,
    [...keyOf(accountId, document), JSON.stringify(document)],
  );
  if (!saved) throw new Error('the balance was not saved');
  return saved;
}

/** Stores a balance of a file. @returns nothing where a sync or the user has recorded one of the same key */
export function upsertFileBalance(
  tx: Tx,
  accountId: number,
  document: BalanceDocument,
): Promise<SavedBalance[]> {
  return tx.query<SavedBalance>(
    `insert into balances as b (${KEY}, document, from_file)
     values ($1, $2, $3, $4, $5, true)
     on conflict (${KEY}) do update
        set document = excluded.document,
            updated_at = case when b.document = excluded.document then b.updated_at else now() end
      where b.from_file
     returning id, created_at, updated_at, document`,
    [...keyOf(accountId, document), JSON.stringify(document)],
  );
}

const OF_FILE = 'account_id = $1 and type = $2 and currency = $3 and reference_day = $4 and from_file';

/** Replaces the document of a file's balance by that of another file. */
export function updateFileBalance(
  tx: Tx,
  accountId: number,
  document: BalanceDocument,
): Promise<SavedBalance[]> {
  return tx.query<SavedBalance>(
    `update balances set document = $5, updated_at = now() where ${OF_FILE}
     returning id, created_at, updated_at, document`,
    [...keyOf(accountId, document), JSON.stringify(document)],
  );
}

/** @returns the balances that were removed */
export function deleteFileBalance(
  tx: Tx,
  accountId: number,
  document: BalanceDocument,
): Promise<SavedBalance[]> {
  return tx.query<SavedBalance>(
    `delete from balances where ${OF_FILE} returning id, created_at, updated_at, document`,
    keyOf(accountId, document),
  );
}

function keyOf(accountId: number, { type, currency, reference_date: day }: BalanceDocument) {
  return [accountId, type, currency, day];
}

/** Returns the balance of an account's newest day. */
export async function newestBalance(
  tx: Tx,
  accountId: number,
): Promise<{ readonly document: BalanceDocument; readonly from_file: boolean } | undefined> {
  const [newest] = await tx.query<{ document: BalanceDocument; from_file: boolean }>(
    'select document, from_file from balances where account_id = $1 order by reference_day desc, id desc limit 1',
    [accountId],
  );
  return newest;
}

/** Returns the newest balance of each type and currency that did not come from a file. */
export async function lastBalancesOfSyncs(tx: Tx, accountId: number): Promise<BalanceDocument[]> {
  const rows = await tx.query<{ document: BalanceDocument }>(
    `select distinct on (type, currency) document from balances where account_id = $1 and not from_file
      order by type, currency, reference_day desc`,
    [accountId],
  );
  return rows.map(({ document }) => document);
}

/** SQL of the newest balance of each type and currency of an account, as a JSON array; null if there are none. */
export const newestBalancesOf = (accountId: string): string => `
    select jsonb_agg(n.document) from (
      select distinct on (type, currency) document from balances b where b.account_id = ${accountId}
       order by type, currency, reference_day desc) n`;

/** The queries of a replay of all balances: count them, and SQL of the next `$2` above the id `$1`. */
export const ALL_BALANCES = {
  totalSql: 'select count(*) as count from balances',
  page: 'select * from balances where id > $1 order by id limit $2',
} as const;

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const balancesTable = (ofAccount: string): UserTable => ({
  table: 'balances',
  rowsOfUserSql: ofAccount,
  exportAs: { kind: 'balances' },
});
