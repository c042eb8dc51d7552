import { Controller } from '@nestjs/common';
import { CheckTransferLink, CommandResult } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { beginCheck, checkUpserted, toCheckPayload } from './drift-checks';
import { findOpenCheck } from './drift-checks.store';
import { lockOwnLink } from '../transfer-links/find-link';

/** Starts a drift check of a link; returns the running one if there is one. */
@Controller()
export class CheckTransferLinkHandler {
  @OnCommand(CheckTransferLink)
  async check(
    { caller, payload }: ReceivedCommand<typeof CheckTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof CheckTransferLink>> {
    const link = await lockOwnLink(tx, caller, payload.transferLinkId, 'drives');
    const open = await findOpenCheck(tx, link.id);
    if (open) return toCheckPayload(open);
    const check = await beginCheck(tx, link);
    await appendToOutbox(tx, checkUpserted(check));
    return toCheckPayload(check);
  }
}
