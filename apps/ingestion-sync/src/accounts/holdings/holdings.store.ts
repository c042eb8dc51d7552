import { HoldingDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

export interface HoldingRow {
  id: number;
  account_id: number;
  document: HoldingDocument;
  created_at: Date;
  updated_at: Date;
}

/** A position that a bank or broker reported, before it is stored. */
export interface HoldingRecord {
  readonly account_id: number;
  readonly position_key: string;
  readonly document: HoldingDocument;
}

/**
 * Inserts or updates positions and returns their rows. A position retains its id as long as every sync reports it, and
 * `updated_at` changes only with the document.
 */
export function upsertHoldings(tx: Tx, records: readonly HoldingRecord[]): Promise<HoldingRow[]> {
  return tx.query<HoldingRow>(
    `insert into holdings as h (account_id, position_key, document)
     select account_id, position_key, document
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, position_key text, document jsonb)
     on conflict (account_id, position_key) do update
        set document = excluded.document,
            updated_at = case when h.document = excluded.document then h.updated_at else now() end
     returning id, account_id, document, created_at, updated_at`,
    [JSON.stringify(records)],
  );
}

/** Deletes the accounts' positions that are not among the records. */
export async function deleteOtherHoldings(
  tx: Tx,
  accountIds: readonly number[],
  records: readonly HoldingRecord[],
): Promise<void> {
  await tx.query(
    `delete from holdings h
      where h.account_id = any($1::bigint[])
        and not exists (select 1 from jsonb_to_recordset($2::jsonb) as r(account_id bigint, position_key text)
                         where r.account_id = h.account_id and r.position_key = h.position_key)`,
    [
      accountIds,
      JSON.stringify(records.map(({ account_id, position_key }) => ({ account_id, position_key }))),
    ],
  );
}

/** Returns all positions of the accounts. */
export function readHoldings(tx: Tx, accountIds: readonly number[]): Promise<HoldingRow[]> {
  return tx.query<HoldingRow>(
    `select id, account_id, document, created_at, updated_at from holdings
      where account_id = any($1::bigint[]) order by id`,
    [accountIds],
  );
}

/**
 * Describes the table for exports and erasures of a user's data.
 * @param ofAccount SQL condition: the row `t` belongs to an account of the user
 */
export const holdingsTable = (ofAccount: string): UserTable => ({
  table: 'holdings',
  rowsOfUserSql: ofAccount,
  exportAs: { kind: 'holdings' },
});
