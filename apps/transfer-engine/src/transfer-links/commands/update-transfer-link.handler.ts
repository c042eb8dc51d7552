import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, UpdateTransferLink } from '@tributary/contracts';
import { OnCommand, ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Destinations } from '../../destinations/destinations';
import { toLinkPayload } from '../transfer-link-upserted';
import { updateLinks } from '../settings/update-links';

type Command = ReceivedCommand<typeof UpdateTransferLink>;

/** Changes the settings of a link that the caller sent. */
@Controller()
export class UpdateTransferLinkHandler {
  constructor(@Inject(Destinations) private readonly destinations: Destinations) {}

  @OnCommand(UpdateTransferLink)
  async update({ caller, payload }: Command, tx: Tx): Promise<CommandResult<typeof UpdateTransferLink>> {
    const [result = Problem.notFound()] = await updateLinks(tx, caller, this.destinations, [payload]);
    if (result instanceof Problem) throw result;
    return toLinkPayload(result);
  }
}
