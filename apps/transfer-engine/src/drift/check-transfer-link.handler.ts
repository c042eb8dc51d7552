import { Controller } from '@nestjs/common';
import { CheckTransferLink, CommandResult } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockLink } from '../transfer-links/find-link';
import { checkUpserted, findOpenCheck, insertCheck, toCheckPayload } from './drift-checks';

/** Asks for a drift check of a link; where one is under way already, that one is the answer. */
@Controller()
export class CheckTransferLinkHandler {
  @OnCommand(CheckTransferLink)
  async check(
    { caller, payload }: ReceivedCommand<typeof CheckTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof CheckTransferLink>> {
    const link = await lockLink(tx, caller, payload.transferLinkId, 'drives');
    const open = await findOpenCheck(tx, link.id);
    if (open) return toCheckPayload(open);
    const check = await insertCheck(tx, link);
    await appendToOutbox(tx, checkUpserted(check));
    return toCheckPayload(check);
  }
}
