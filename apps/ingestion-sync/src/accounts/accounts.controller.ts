import { Controller } from '@nestjs/common';
import {
  CommandResult,
  ConfigureAccounts,
  CreateAccount,
  RecordBalance,
  ShowInstitutionConfig,
  UpdateAccount,
  UpdateInstitutionConfig,
} from '@tributary/contracts';
import { OnCommand, OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SyncSignal } from './sync-signal';
import { AccountChoice } from './chosen-accounts';
import { configureAccounts } from './configuration/configure-accounts';
import { createAccount } from './create-account';
import { showInstitutionConfig, updateInstitutionConfig } from './configuration/institution-config';
import { recordBalance } from './balances/record-balance';
import { updateAccount } from './configuration/update-account';
import { connectionsOf, ConnectionsOfAccounts } from './connections.port';

/** Handles commands about accounts. They make no outside calls, but wake the sync loop after the commit. */
@Controller()
export class AccountsController {
  constructor(
    private readonly syncs: SyncSignal,
    private readonly connections: ConnectionsOfAccounts,
  ) {}

  @OnCommand(CreateAccount)
  create({ caller, payload }: ReceivedCommand<typeof CreateAccount>, tx: Tx) {
    return createAccount(tx, caller, payload);
  }

  @OnCommand(RecordBalance)
  record({ caller, payload }: ReceivedCommand<typeof RecordBalance>, tx: Tx) {
    return recordBalance(tx, caller, payload);
  }

  @OnCommandCallingOut(ConfigureAccounts)
  async configure(
    command: ReceivedCommand<typeof ConfigureAccounts>,
    commit: Commit,
  ): Promise<CommandResult<typeof ConfigureAccounts>> {
    const { caller, payload } = command;
    const configure = (tx: Tx) => configureAccounts(tx, caller, payload);
    const result = await commit((tx) =>
      payload.config.sync_balances === undefined
        ? configure(tx)
        : this.following(tx, payload, () => configure(tx)),
    );
    this.syncs.wake();
    return result;
  }

  @OnCommandCallingOut(UpdateAccount)
  async update(
    command: ReceivedCommand<typeof UpdateAccount>,
    commit: Commit,
  ): Promise<CommandResult<typeof UpdateAccount>> {
    const { caller, payload } = command;
    const update = (tx: Tx) => updateAccount(tx, caller, payload);
    const isSame = payload.enabled === undefined && payload.config?.sync_balances === undefined;
    const result = await commit((tx) =>
      isSame ? update(tx) : this.following(tx, only(payload), () => update(tx)),
    );
    this.syncs.wake();
    return result;
  }

  @OnCommand(ShowInstitutionConfig)
  showConfig({ caller, payload }: ReceivedCommand<typeof ShowInstitutionConfig>, tx: Tx) {
    return showInstitutionConfig(tx, caller, payload);
  }

  @OnCommandCallingOut(UpdateInstitutionConfig)
  async updateConfig(
    { caller, payload }: ReceivedCommand<typeof UpdateInstitutionConfig>,
    commit: Commit,
  ): Promise<CommandResult<typeof UpdateInstitutionConfig>> {
    const result = await commit((tx) => updateInstitutionConfig(tx, this.connections, caller, payload));
    this.syncs.wake();
    return result;
  }

  /** Changes accounts, and the connections whose members follow from them. */
  private async following<T>(tx: Tx, choice: AccountChoice, change: () => Promise<T>): Promise<T> {
    return this.connections.following(tx, await connectionsOf(tx, choice), change);
  }
}

function only({ financialAccountId }: { readonly financialAccountId: number }): AccountChoice {
  return { connectionId: null, financialAccountIds: [financialAccountId] };
}
