import { Controller } from '@nestjs/common';
import { CommandResult, DeleteTransferLink } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { endLinks } from '../delete-links';
import { lockOwnLink } from '../find-link';
import { toLinkPayload } from '../transfer-link-upserted';

/** Deletes a link and its pending transfers. Rows at the destination remain. */
@Controller()
export class DeleteTransferLinkHandler {
  @OnCommand(DeleteTransferLink)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteTransferLink>> {
    const link = await lockOwnLink(tx, caller, payload.transferLinkId, 'ends');
    await appendToOutbox(tx, await endLinks(tx, [link]));
    return toLinkPayload(link);
  }
}
