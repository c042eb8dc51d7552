import { Tx } from '@tributary/persistence';
import { AccountWrite } from '../account-write';

/** Remembers windows that had unreadable rows, and forgets those that are done with. */
export async function saveHeldWindows(tx: Tx, writes: readonly AccountWrite[]): Promise<void> {
  const released = writes.flatMap(({ account, released }) =>
    released.map(({ from, to }) => ({ account_id: account.id, date_from: from, date_to: to })),
  );
  const held = writes.flatMap(({ account, held }) =>
    held.map(({ from, to, attempts }) => ({
      account_id: account.id,
      date_from: from,
      date_to: to,
      attempts,
    })),
  );
  if (released.length > 0) {
    await tx.query(
      `delete from held_windows h
        using jsonb_to_recordset($1::jsonb) as r(account_id bigint, date_from date, date_to date)
        where (h.account_id, h.date_from, h.date_to) = (r.account_id, r.date_from, r.date_to)`,
      [JSON.stringify(released)],
    );
  }
  if (held.length > 0) {
    await tx.query(
      `insert into held_windows (account_id, date_from, date_to, attempts)
       select account_id, date_from, date_to, attempts
         from jsonb_to_recordset($1::jsonb)
           as r(account_id bigint, date_from date, date_to date, attempts integer)
       on conflict (account_id, date_from, date_to) do update set attempts = excluded.attempts`,
      [JSON.stringify(held)],
    );
  }
}
