import { Injectable } from '@nestjs/common';
import { ActivateConnection, CommandResult, Problem } from '@tributary/contracts';
import { Commit, ReceivedCommand } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Providers } from '../providers/providers';
import { SyncSignal } from '../accounts/sync-signal';
import { findConnection } from './connections.store';
import { ConsentCompletion } from './consents/consent-completion';
import { findSetupOf } from './consents/consent-setups';
import { requireOwn } from './own-connection';

type Command = ReceivedCommand<typeof ActivateConnection>;

const NOT_BACK =
  'The user has not come back from the institution in the browser in which they confirmed. ' +
  'Send them to the auth_url, or reauthorize for a new one.';

/** Requests the result of a consent again, for the case that the provider was down when the user's browser returned. */
@Injectable()
export class ActivateConnectionHandler {
  constructor(
    private readonly database: Database,
    private readonly completion: ConsentCompletion,
    private readonly providers: Providers,
    private readonly box: SecretBox,
    private readonly syncs: SyncSignal,
  ) {}

  async handle(
    { payload, caller }: Command,
    commit: Commit,
  ): Promise<CommandResult<typeof ActivateConnection>> {
    const found = await findConnection(this.database, payload.connectionId);
    const connection = await requireOwn(this.database, caller, found);
    const setup = await findSetupOf(this.database, this.box, connection.id);
    if (!setup || setup.outcome !== null) throw Problem.conflict('No consent is pending.');
    const byToken = this.providers.find(connection.provider)?.claimAccess !== undefined;
    // A setup token comes from the owner, without a browser.
    if (payload.browserConfirmed !== true && !byToken) throw Problem.conflict(NOT_BACK);
    const reading = await this.completion.read(connection, setup, payload.callback ?? null);
    if (reading.kind !== 'given') throw notGiven(reading.kind);
    const taken = await commit((tx) => this.completion.apply(tx, setup, reading));
    this.syncs.wake();
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
