import { Controller } from '@nestjs/common';
import { CommandResult, DeleteTransferLink } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { endLinks } from './delete-links';
import { lockLink } from '../transfer-links/find-link';
import { toLinkPayload } from '../transfer-links/transfer-link-upserted';

/** Deletes a link, and what it still had to send. What it has sent stays where it is. */
@Controller()
export class DeleteTransferLinkHandler {
  @OnCommand(DeleteTransferLink)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteTransferLink>> {
    const link = await lockLink(tx, caller, payload.transferLinkId, 'ends');
    await appendToOutbox(tx, await endLinks(tx, [link]));
    return toLinkPayload(link);
  }
}
