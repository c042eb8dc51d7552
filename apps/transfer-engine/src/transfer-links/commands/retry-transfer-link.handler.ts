import { Controller } from '@nestjs/common';
import { carriesTransactions, CommandResult, Problem, RetryTransferLink } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { requeueFailed } from '../../transfers/transfers.store';
import { toEntry, transferLogged } from '../../transfers/transfer-logged';
import { lockOwnLink } from '../find-link';

/** Retries all failed transfers of a link. */
@Controller()
export class RetryTransferLinkHandler {
  @OnCommand(RetryTransferLink)
  async retry(
    { caller, payload }: ReceivedCommand<typeof RetryTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof RetryTransferLink>> {
    const link = await lockOwnLink(tx, caller, payload.transferLinkId, 'drives');
    requireKept(link.paused);
    if (!carriesTransactions(link)) {
      throw Problem.conflict('The transfer link is paused: activate it, and what waits is sent.');
    }
    const rows = await requeueFailed(tx, link.id, link.destination_id);
    const logged = rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) }));
    await appendToOutbox(tx, transferLogged(logged));
    return { retried: rows.length };
  }
}
