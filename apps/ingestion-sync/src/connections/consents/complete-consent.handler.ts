import { Injectable } from '@nestjs/common';
import { CommandResult, CompleteConsent, ConsentOutcome, Problem } from '@tributary/contracts';
import { Commit, ReceivedCommand } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ConsentCallback } from '../../providers/provider.port';
import { Providers } from '../../providers/providers';
import { SyncSignal } from '../../accounts/sync-signal';
import { connectionPayload } from '../connection-events';
import { Connection } from '../connection.entity';
import { findConnection } from '../connections.store';
import { ConsentCompletion, ConsentReading } from './consent-completion';
import { ConsentGiveBack, FOREIGN_BROWSER, TOO_EARLY } from './consent-give-back';
import { ConsentSetup, findSetupByState } from './consent-setups';

type Command = ReceivedCommand<typeof CompleteConsent>;
type Result = CommandResult<typeof CompleteConsent>;

/**
 * Ends a setup when a browser comes back from the institution. Only the browser in which the owner confirmed completes
 * it. A consent from any other browser is ended at the provider, because its user did not begin the setup.
 */
@Injectable()
export class CompleteConsentHandler {
  constructor(
    private readonly database: Database,
    private readonly completion: ConsentCompletion,
    private readonly givingBack: ConsentGiveBack,
    private readonly providers: Providers,
    private readonly box: SecretBox,
    private readonly syncs: SyncSignal,
  ) {}

  async handle({ payload }: Command, commit: Commit): Promise<Result> {
    const setup = await findSetupByState(this.database, this.box, payload.state);
    if (!setup) throw Problem.notFound();
    const connection = await this.find(setup.connectionId);
    if (payload.browserConfirmed !== true) {
      await this.givingBack.giveBack(connection, setup, payload.callback, FOREIGN_BROWSER);
      return this.answer(commit, setup, 'REFUSED');
    }
    // A page that is loaded again gets the same reply, without another call.
    if (setup.outcome !== null) return this.answer(commit, setup, setup.outcome);
    const reading = await this.read(connection, setup, payload.callback);
    // A return before the consent was given may be forged, to obtain a later consent of another user.
    if (reading === 'WAITING') {
      await this.givingBack.giveBack(connection, setup, payload.callback, TOO_EARLY);
    }
    if (typeof reading === 'string') return this.answer(commit, setup, reading);
    const result = await commit(async (tx) => ({
      outcome: 'GIVEN' as const,
      redirectUrl: setup.redirectUrl,
      connection: (await this.completion.apply(tx, setup, reading)).connection,
    }));
    this.syncs.wake();
    return result;
  }

  private async read(
    connection: Connection,
    setup: ConsentSetup,
    callback: ConsentCallback,
  ): Promise<Extract<ConsentReading, { kind: 'given' }> | ConsentOutcome> {
    try {
      const reading = await this.completion.read(connection, setup, callback);
      return reading.kind === 'given' ? reading : outcomeOf(reading.kind);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.detail.kind === 'conflict') return 'CONFLICT';
      if (error.detail.kind === 'upstream') return 'UNAVAILABLE'; // the client may retry by itself
      throw error;
    }
  }

  private answer(commit: Commit, setup: ConsentSetup, outcome: ConsentOutcome): Promise<Result> {
    return commit(async () => {
      const connection = await this.find(setup.connectionId);
      const provider = this.providers.find(connection.provider);
      const { redirectUrl } = setup;
      return { outcome, redirectUrl, connection: connectionPayload(connection, provider, null) };
    });
  }

  private async find(id: number): Promise<Connection> {
    const connection = await findConnection(this.database, id);
    if (!connection) throw Problem.notFound();
    return connection;
  }
}

function outcomeOf(kind: 'waiting' | 'refused' | 'ended'): ConsentOutcome {
  switch (kind) {
    case 'waiting':
      return 'WAITING';
    case 'refused':
      return 'REFUSED';
    case 'ended':
      return 'CONFLICT';
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}
