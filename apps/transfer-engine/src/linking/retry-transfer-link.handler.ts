import { Controller } from '@nestjs/common';
import { CommandResult, Problem, RetryTransferLink } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { LoggedRow, toEntry, transferLogged } from '../transfers/transfer-logged';
import { lockLink } from '../transfer-links/find-link';
import { carriesTransactions } from '../transfer-links/transfer-link.entity';

type Retried = LoggedRow & { readonly accountId: number; readonly userId: number };

/** Takes up again everything that failed on a link. */
@Controller()
export class RetryTransferLinkHandler {
  @OnCommand(RetryTransferLink)
  async retry(
    { caller, payload }: ReceivedCommand<typeof RetryTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof RetryTransferLink>> {
    const link = await lockLink(tx, caller, payload.transferLinkId, 'drives');
    requireKept(link.paused);
    if (!carriesTransactions(link)) {
      throw Problem.conflict('The transfer link is paused: activate it, and what waits is sent.');
    }
    const rows = await tx.query<Retried>(
      `update transfers
          set state = 'PENDING', version = version + 1, attempts = 0, last_error = null,
              due_at = greatest(now(), (content ->> 'date')::date at time zone 'UTC')
        where link_id = $1 and state = 'FAILED' and destination_id = $2 and operation is not null
       returning id, version, link_id as "linkId", transaction_id as "transactionId", account_id as "accountId",
                 user_id as "userId", state, ended_by as "endedBy", maybe_sent as "maybeSent",
                 destination_transaction_id as "destinationTransactionId",
                 coalesce(changed_there, '{}') as "changedThere", locked_there as "lockedThere"`,
      [link.id, link.destinationId],
    );
    const logged = rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) }));
    await appendToOutbox(tx, transferLogged(logged));
    return { retried: rows.length };
  }
}
