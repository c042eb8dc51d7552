import { Controller } from '@nestjs/common';
import { CommandResult, ConfigureAccounts, SyncAccounts } from '@tributary/contracts';
import { OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import { SyncLoop } from '../sync/sync-loop';
import { configureAccounts } from './configure-accounts';
import { requestSync } from './request-sync';

/** Commands about accounts. They call nobody, but the sync loop is woken once they are committed. */
@Controller()
export class AccountsController {
  constructor(private readonly loop: SyncLoop) {}

  @OnCommandCallingOut(ConfigureAccounts)
  async configure(
    command: ReceivedCommand<typeof ConfigureAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof ConfigureAccounts>> {
    const result = await commit((tx) => configureAccounts(tx, command.caller, command.payload));
    this.loop.wake();
    return result;
  }

  @OnCommandCallingOut(SyncAccounts)
  async sync(
    command: ReceivedCommand<typeof SyncAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof SyncAccounts>> {
    const result = await commit((tx) => requestSync(tx, command.caller, command.payload));
    this.loop.wake();
    return result;
  }
}
