import { Injectable } from '@nestjs/common';
import { ActivateConnection, CommandResult, Problem } from '@tributary/contracts';
import { Commit, ReceivedCommand } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { SyncLoop } from '../sync/sync-loop';
import { decideMove } from './connection-state';
import { Connection } from './connection.entity';
import { ConsentCompletion } from './consent-completion';
import { findSetupOf } from './consent-setups';
import { requireOwn } from './own-connection';

type Command = ReceivedCommand<typeof ActivateConnection>;

/** Asks how the consent went, for clients whose users do not come back by the callback. */
@Injectable()
export class ActivateConnectionHandler {
  constructor(
    private readonly database: Database,
    private readonly completion: ConsentCompletion,
    private readonly box: SecretBox,
    private readonly loop: SyncLoop,
  ) {}

  async handle(
    { payload, caller }: Command,
    commit: Commit,
  ): Promise<CommandResult<typeof ActivateConnection>> {
    const found = await this.database.dataSource.manager.findOneBy(Connection, { id: payload.connectionId });
    const connection = await requireOwn(this.database, caller, found);
    const setup = await findSetupOf(this.database, this.box, connection.id);
    if (!setup || setup.outcome === 'GIVEN') decideMove(connection.status, { kind: 'consent_given' });
    if (!setup || setup.outcome === 'GIVEN') throw Problem.conflict('No consent is being asked for.');
    const reading = await this.completion.read(connection, setup, payload.callback ?? null);
    if (reading.kind !== 'given') throw notGiven(reading.kind);
    const taken = await commit((tx) => this.completion.take(tx, setup, reading));
    this.loop.wake();
    return taken;
  }
}

function notGiven(kind: 'waiting' | 'refused' | 'ended'): Problem {
  switch (kind) {
    case 'waiting':
      return Problem.conflict('The consent has not been given yet.');
    case 'refused':
      return Problem.conflict('The consent was refused.');
    case 'ended':
      return Problem.conflict('The consent has ended.');
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}
