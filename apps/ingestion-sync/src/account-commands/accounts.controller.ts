import { Controller } from '@nestjs/common';
import {
  CommandResult,
  ConfigureAccounts,
  DeleteAccount,
  Problem,
  SyncAccounts,
  UpdateAccount,
} from '@tributary/contracts';
import { OnCommand, OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Providers } from '../providers/providers';
import { SyncLoop } from '../sync/sync-loop';
import { lockOwnAccount } from '../accounts/chosen-accounts';
import { configureAccounts } from './configure-accounts';
import { deleteAccounts, rememberRemoval } from '../accounts/delete-accounts';
import { requestSync } from './request-sync';
import { updateAccount } from './update-account';

/** Commands about accounts. They make no outside calls, but wake the sync loop once they are committed. */
@Controller()
export class AccountsController {
  constructor(
    private readonly loop: SyncLoop,
    readonly box: SecretBox,
    readonly providers: Providers,
  ) {}

  @OnCommandCallingOut(ConfigureAccounts)
  async configure(
    command: ReceivedCommand<typeof ConfigureAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof ConfigureAccounts>> {
    const result = await commit((tx) => configureAccounts(tx, command.caller, command.payload));
    this.loop.wake();
    return result;
  }

  @OnCommandCallingOut(UpdateAccount)
  async update(
    command: ReceivedCommand<typeof UpdateAccount>,
    commit: Commit,
  ): Promise<CommandResult<typeof UpdateAccount>> {
    const result = await commit((tx) => updateAccount(tx, command.caller, command.payload));
    this.loop.wake();
    return result;
  }

  @OnCommand(DeleteAccount)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteAccount>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteAccount>> {
    const account = await lockOwnAccount(tx, caller, payload.financialAccountId);
    await rememberRemoval(tx, account);
    const [deleted] = await deleteAccounts(tx, [account]);
    if (!deleted) throw Problem.notFound();
    return deleted;
  }

  @OnCommandCallingOut(SyncAccounts)
  async sync(
    command: ReceivedCommand<typeof SyncAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof SyncAccounts>> {
    const result = await commit((tx) => requestSync(tx, this, command.caller, command.payload));
    this.loop.wake();
    return result;
  }
}
