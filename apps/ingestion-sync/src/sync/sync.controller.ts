import { Controller } from '@nestjs/common';
import { CommandResult, SyncAccounts } from '@tributary/contracts';
import { OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { SyncSignal } from '../accounts/sync-signal';
import { Providers } from '../providers/providers';
import { requestSync } from './due/request-sync';

/** Handles requests for syncs, and wakes the sync loop once a request is committed. It makes no outside calls. */
@Controller()
export class SyncController {
  constructor(
    private readonly syncs: SyncSignal,
    readonly box: SecretBox,
    readonly providers: Providers,
  ) {}

  @OnCommandCallingOut(SyncAccounts)
  async sync(
    command: ReceivedCommand<typeof SyncAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof SyncAccounts>> {
    const result = await commit((tx) => requestSync(tx, this, command.caller, command.payload));
    this.syncs.wake();
    return result;
  }
}
