import { Controller } from '@nestjs/common';
import { AccountDeletedV1 } from '@tributary/contracts';
import { cancelJobs } from '@tributary/jobs';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { NO_ACCOUNT_FACTS } from '../../evaluation/documents/facts';
import { detachFromAccounts } from '../../rules/attachments/detach-rules';
import { saveAccounts } from '../../rules/attachments/known-targets.store';
import { lockAccounts } from '../account-lock';
import { RESHAPES } from '../reshapes/enqueue-reshapes';
import { deleteLogsOfAccounts } from '../results/rule-logs.store';
import { deleteOfAccounts } from '../results/shaped-transactions.store';

/** Deletes an account's transactions, logs, jobs and attachments, and retains a tombstone of the account. */
@Controller()
export class AccountDeletedConsumer {
  @OnEvent(AccountDeletedV1)
  async apply(events: readonly ReceivedEvent<typeof AccountDeletedV1>[], tx: Tx): Promise<void> {
    await lockAccounts(
      tx,
      events.map(({ payload }) => payload.id),
    );
    const deleted = await saveAccounts(
      tx,
      events.map(({ payload }) => ({ ...payload, deleted: true, facts: NO_ACCOUNT_FACTS })),
    );
    if (deleted.length === 0) return;
    await deleteOfAccounts(tx, deleted);
    await deleteLogsOfAccounts(tx, deleted);
    await cancelJobs(tx, RESHAPES, `(payload ->> 'accountId')::bigint = any($2::bigint[])`, [deleted]);
    await detachFromAccounts(tx, deleted);
  }
}
