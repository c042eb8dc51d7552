import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

/** Days of an account whose rows could not all be read. */
interface WindowKey {
  readonly account_id: number;
  readonly date_from: string;
  readonly date_to: string;
}

export async function deleteHeldWindows(tx: Tx, windows: readonly WindowKey[]): Promise<void> {
  if (windows.length === 0) return;
  await tx.query(
    `delete from held_windows h
      using jsonb_to_recordset($1::jsonb) as r(account_id bigint, date_from date, date_to date)
      where (h.account_id, h.date_from, h.date_to) = (r.account_id, r.date_from, r.date_to)`,
    [JSON.stringify(windows)],
  );
}

/** @param windows days with the number of times that they were read */
export async function upsertHeldWindows(
  tx: Tx,
  windows: readonly (WindowKey & { readonly attempts: number })[],
): Promise<void> {
  if (windows.length === 0) return;
  await tx.query(
    `insert into held_windows (account_id, date_from, date_to, attempts)
     select account_id, date_from, date_to, attempts
       from jsonb_to_recordset($1::jsonb)
         as r(account_id bigint, date_from date, date_to date, attempts integer)
     on conflict (account_id, date_from, date_to) do update set attempts = excluded.attempts`,
    [JSON.stringify(windows)],
  );
}

/** SQL for the windows of an account as JSON, each a `HeldWindow`, the newest first; null if there are none. */
export const heldWindowsOf = (accountId: string): string =>
  `(select jsonb_agg(jsonb_build_object('from', h.date_from, 'to', h.date_to, 'attempts', h.attempts)
              order by h.date_from desc)
       from held_windows h where h.account_id = ${accountId})`;

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const heldWindowsTable = (ofAccount: string): UserTable => ({
  table: 'held_windows',
  rowsOfUserSql: ofAccount,
});
