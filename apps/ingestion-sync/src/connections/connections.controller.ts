import { Controller } from '@nestjs/common';
import {
  ActivateConnection,
  CommandResult,
  CompleteConsent,
  ConnectBySetupToken,
  CreateConnection,
  DeleteConnection,
  ReauthorizeBySetupToken,
  ReauthorizeConnection,
  UpdateConnection,
} from '@tributary/contracts';
import { OnCommand, OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import { SyncSignal } from '../accounts/sync-signal';
import { ActivateConnectionHandler } from './activate-connection.handler';
import { CompleteConsentHandler } from './consents/complete-consent.handler';
import { ConnectionChanges } from './connection-changes';
import { CreateConnectionHandler } from './create-connection.handler';
import { ReauthorizeConnectionHandler } from './consents/reauthorize-connection.handler';
import { SetupTokenHandler } from './consents/setup-token.handler';
import { UnwantedConsents } from './consents/unwanted-consents';

type Result<C extends Parameters<typeof OnCommand>[0]> = Promise<CommandResult<C>>;

/** Handles commands about connections. */
@Controller()
export class ConnectionsController {
  constructor(
    private readonly creating: CreateConnectionHandler,
    private readonly activating: ActivateConnectionHandler,
    private readonly completing: CompleteConsentHandler,
    private readonly reauthorizing: ReauthorizeConnectionHandler,
    private readonly tokens: SetupTokenHandler,
    private readonly changes: ConnectionChanges,
    private readonly unwanted: UnwantedConsents,
    private readonly syncs: SyncSignal,
  ) {}

  @OnCommandCallingOut(CreateConnection)
  create(command: ReceivedCommand<typeof CreateConnection>, commit: Commit): Result<typeof CreateConnection> {
    return this.creating.handle(command, commit);
  }

  @OnCommandCallingOut(ActivateConnection)
  activate(
    command: ReceivedCommand<typeof ActivateConnection>,
    commit: Commit,
  ): Result<typeof ActivateConnection> {
    return this.activating.handle(command, commit);
  }

  @OnCommandCallingOut(CompleteConsent)
  complete(command: ReceivedCommand<typeof CompleteConsent>, commit: Commit): Result<typeof CompleteConsent> {
    return this.completing.handle(command, commit);
  }

  @OnCommandCallingOut(ReauthorizeConnection)
  reauthorize(
    command: ReceivedCommand<typeof ReauthorizeConnection>,
    commit: Commit,
  ): Result<typeof ReauthorizeConnection> {
    return this.reauthorizing.handle(command, commit);
  }

  @OnCommandCallingOut(ConnectBySetupToken)
  connectByToken(
    command: ReceivedCommand<typeof ConnectBySetupToken>,
    commit: Commit,
  ): Result<typeof ConnectBySetupToken> {
    return this.tokens.connect(command, commit);
  }

  @OnCommandCallingOut(ReauthorizeBySetupToken)
  reauthorizeByToken(
    command: ReceivedCommand<typeof ReauthorizeBySetupToken>,
    commit: Commit,
  ): Result<typeof ReauthorizeBySetupToken> {
    return this.tokens.reauthorize(command, commit);
  }

  @OnCommandCallingOut(UpdateConnection)
  async update(
    command: ReceivedCommand<typeof UpdateConnection>,
    commit: Commit,
  ): Result<typeof UpdateConnection> {
    const result = await commit((tx) => this.changes.update(command, tx));
    if (command.payload.enabled) this.syncs.wake();
    return result;
  }

  @OnCommandCallingOut(DeleteConnection)
  async delete(
    command: ReceivedCommand<typeof DeleteConnection>,
    commit: Commit,
  ): Result<typeof DeleteConnection> {
    const result = await commit((tx) => this.changes.delete(command, tx));
    this.unwanted.wake();
    return result;
  }
}
