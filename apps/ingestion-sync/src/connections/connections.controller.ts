import { Controller } from '@nestjs/common';
import { ActivateConnection, CommandResult, CreateConnection } from '@tributary/contracts';
import { OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import { ActivateConnectionHandler } from './activate-connection.handler';
import { CreateConnectionHandler } from './create-connection.handler';

/** Commands about connections. */
@Controller()
export class ConnectionsController {
  constructor(
    private readonly creating: CreateConnectionHandler,
    private readonly activating: ActivateConnectionHandler,
  ) {}

  @OnCommandCallingOut(CreateConnection)
  create(
    command: ReceivedCommand<typeof CreateConnection>,
    commit: Commit,
  ): Promise<CommandResult<typeof CreateConnection>> {
    return this.creating.handle(command, commit);
  }

  @OnCommandCallingOut(ActivateConnection)
  activate(
    command: ReceivedCommand<typeof ActivateConnection>,
    commit: Commit,
  ): Promise<CommandResult<typeof ActivateConnection>> {
    return this.activating.handle(command, commit);
  }
}
