import { Controller } from '@nestjs/common';
import { CommandResult, DeleteAccount, Problem } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { connectionsOf, ConnectionsOfAccounts } from '../../accounts/connections.port';
import { deleteAccounts } from './delete-accounts';
import { rememberRemoval } from './removed-accounts.store';

/** Removes accounts of users one by one. */
@Controller()
export class DeleteAccountController {
  constructor(private readonly connections: ConnectionsOfAccounts) {}

  @OnCommand(DeleteAccount)
  async delete(
    { caller, payload: { financialAccountId } }: ReceivedCommand<typeof DeleteAccount>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteAccount>> {
    const choice = { connectionId: null, financialAccountIds: [financialAccountId] };
    return this.connections.following(tx, await connectionsOf(tx, choice), async () => {
      const account = await lockOwnAccount(tx, caller, financialAccountId);
      await rememberRemoval(tx, account);
      const [deleted] = await deleteAccounts(tx, [account]);
      if (!deleted) throw Problem.notFound();
      return deleted;
    });
  }
}
