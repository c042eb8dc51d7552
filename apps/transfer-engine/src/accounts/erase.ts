import { Tx } from '@tributary/persistence';

/**
 * Deletes data of accounts; of sent transfers only the key and the fact remain. Their links have ended. Rows that a
 * user undid are still deleted at the destination, which needs only the key.
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
