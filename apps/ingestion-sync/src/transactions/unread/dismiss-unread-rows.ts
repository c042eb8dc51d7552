import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  DismissUnreadRows,
  EventPayload,
  Problem,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { accountPayload, accountUpserted, AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';

/**
 * Removes rows that are set aside, because no bank lists some of them again: the days that are asked for have moved on. The
 * account's lock keeps a sync from setting rows aside meanwhile. A row that the bank lists again is set aside again.
 * @throws Problem (not_found) where the account is not the caller's, or the named row is not there
 */
export async function dismissUnreadRows(
  tx: Tx,
  caller: Caller,
  { financialAccountId, unreadRowId }: CommandPayload<typeof DismissUnreadRows>,
): Promise<EventPayload<typeof AccountUpsertedV1>> {
  const account = await lockOwnAccount(tx, caller, financialAccountId);
  const dismissed = await tx.query(
    `delete from rejected_transactions
      where account_id = $1 and ($2::bigint is null or id = $2)
     returning id`,
    [financialAccountId, unreadRowId],
  );
  if (dismissed.length === 0) {
    if (unreadRowId !== null) throw Problem.notFound();
    return accountPayload(account);
  }
  const [row] = await tx.query<AccountRow>(
    `update financial_accounts a
        set unread_rows = (select count(*)::int from rejected_transactions t where t.account_id = a.id),
            version = a.version + 1, updated_at = now()
      where a.id = $1
     returning a.*`,
    [financialAccountId],
  );
  if (!row) throw new Error('the locked account is missing');
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}
