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
