import { Controller } from '@nestjs/common';
import { CommandResult, DeleteWebhookEndpoint } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ownedEndpoint } from './owned-endpoint';
import { removeEndpoint } from './remove-endpoint';

@Controller()
export class DeleteWebhookEndpointHandler {
  @OnCommand(DeleteWebhookEndpoint)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteWebhookEndpoint>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteWebhookEndpoint>> {
    const endpoint = await ownedEndpoint(tx, caller, payload.id);
    return { deleted: await removeEndpoint(tx, endpoint) };
  }
}
