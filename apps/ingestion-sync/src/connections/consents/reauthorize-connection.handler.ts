import { Injectable } from '@nestjs/common';
import {
  Caller,
  CommandResult,
  InstitutionDocument,
  Problem,
  ReauthorizeConnection,
} from '@tributary/contracts';
import { Commit, ReceivedCommand } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { answeringProblems } from '../../providers/provider-problem';
import { AccountProvider } from '../../providers/provider.port';
import { Providers } from '../../providers/providers';
import { connectionPayload } from '../connection-events';
import { decideMove } from '../connection-state';
import { Connection } from '../connection.entity';
import { findConnection } from '../connections.store';
import { Connections } from '../connections';
import { AskedConsent, checkRoute, ConsentRequests, refuseWithoutToken } from './consent-requests';
import { openConsent } from './consent-secret';
import { externalIdOf } from '../../providers/institutions.store';
import { beginSetup, stateHashOf } from './consent-setups';
import { lockOwn, requireOwn } from '../own-connection';

type Command = ReceivedCommand<typeof ReauthorizeConnection>;
type Result = CommandResult<typeof ReauthorizeConnection>;

/**
 * Requests a new consent: before or after the current one ends, or because the first was never given. Until it is
 * given, the current consent stays in use.
 */
@Injectable()
export class ReauthorizeConnectionHandler {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly consents: ConsentRequests,
    private readonly box: SecretBox,
  ) {}

  async handle({ payload, caller }: Command, commit: Commit): Promise<Result> {
    checkRoute(payload);
    const found = await findConnection(this.database, payload.connectionId);
    const connection = await requireOwn(this.database, caller, found);
    decideMove(connection.status, { kind: 'consent_given' }); // refused before any call
    const provider = this.reauthorizing(connection);
    refuseWithoutToken(provider);
    const institution = await this.readInstitution(connection, provider);
    const renews = connection.status === 'PENDING' ? null : openConsent(this.box, connection);
    const asked = await this.consents.requestConsent(provider, institution, payload, renews);
    return commit((tx) => this.save(tx, caller, payload, provider, asked));
  }

  private reauthorizing(connection: Connection): AccountProvider {
    const provider = this.providers.require(connection.provider);
    if (provider.capabilities.reauthorization || connection.status === 'PENDING') return provider;
    throw Problem.conflict('Connections of this provider cannot be reauthorized; make a new one.');
  }

  private async readInstitution(
    connection: Connection,
    provider: AccountProvider,
  ): Promise<InstitutionDocument> {
    const externalId = await externalIdOf(this.database, connection.institutionId);
    return answeringProblems(() => provider.readInstitution(externalId ?? ''), null);
  }

  private async save(
    tx: Tx,
    caller: Caller,
    { connectionId, redirectUrl }: Command['payload'],
    provider: AccountProvider,
    { created, state }: AskedConsent,
  ): Promise<Result> {
    const connection = await lockOwn(tx, this.connections, caller, connectionId);
    decideMove(connection.status, { kind: 'consent_given' });
    await beginSetup(tx, this.box, { connectionId, state, redirectUrl, created });
    await this.connections.update(tx, connection, {
      statusMessage: 'A new consent was requested; it has not been given yet.',
      setupRenewal: connection.status !== 'PENDING',
    });
    return {
      connection: connectionPayload(connection, provider, null),
      link: created.link,
      stateHash: stateHashOf(state),
    };
  }
}
