import { Tx } from '@tributary/persistence';

/**
 * Forgets what was known of accounts; of what was sent for them only that it was, and under which key. Their links have
 * ended. What a user undid is still deleted at the destination: that takes no more than the key.
 */
export async function eraseAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute('delete from account_balances where account_id = any($1::bigint[])', [ids]);
  await tx.execute(
    `update transfers
        set content = null, sent_content = null, held_content = null, last_error = null, version = version + 1,
            state = case when state in ('PENDING', 'HELD') and operation <> 'DELETE'
                         then case when destination_transaction_id is null then 'SKIPPED' else 'TRANSFERRED' end
                         else state end,
            operation = case when operation = 'DELETE' then operation end
      where account_id = any($1::bigint[]) and content is not null`,
    [ids],
  );
}

/** In the order in which the rows depend on each other. */
const OF_USER = [
  `delete from transfer_logs where transfer_id in (select id from transfers where user_id = $1)`,
  `delete from transfers where user_id = $1`,
  `delete from drift_checks where user_id = $1`,
  `delete from balance_writes where link_id in (select id from transfer_links where user_id = $1)`,
  `delete from transfer_links where user_id = $1`,
  `delete from dispatch_claims where unit_id in (select id from destination_units where user_id = $1)`,
  `delete from dispatch_leases where unit_id in (select id from destination_units where user_id = $1)`,
  `delete from destination_requests
    where connection_id in (select id from destination_connections where user_id = $1)`,
  `delete from destination_targets where user_id = $1`,
  `delete from destination_units where user_id = $1`,
  `delete from destination_connections where user_id = $1`,
  `delete from account_balances where account_id in (select id from accounts where user_id = $1)`,
  `delete from accounts where user_id = $1`,
];

/** Forgets everything of a user; what is at destinations stays there, and is the user's. */
export async function eraseUser(
  tx: Tx,
  user: { readonly userId: number; readonly version: number },
): Promise<void> {
  await tx.execute(
    `insert into erased_users as t (user_id, version) values ($1, $2)
     on conflict (user_id) do update set version = greatest(t.version, excluded.version)`,
    [user.userId, user.version],
  );
  for (const statement of OF_USER) await tx.execute(statement, [user.userId]);
}
