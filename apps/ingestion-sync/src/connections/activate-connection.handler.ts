import { Injectable } from '@nestjs/common';
import { ActivateConnection, Caller, CommandResult, Problem } from '@tributary/contracts';
import { Commit, ReceivedCommand } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { DiscoveredAccount } from '../accounts/account-identity';
import { AccountDiscovery } from '../accounts/account-discovery';
import { saveDiscoveredAccounts } from '../accounts/save-discovered-accounts';
import { ConsentState } from '../providers/provider.port';
import { answeringProblems } from '../providers/provider-problem';
import { Providers } from '../providers/providers';
import { SyncLoop } from '../sync/sync-loop';
import { connectionPayload } from './connection-events';
import { decideMove } from './connection-state';
import { Connection } from './connection.entity';
import { openConsent, sealConsent } from './consent-secret';
import { Connections } from './connections';

type Command = ReceivedCommand<typeof ActivateConnection>;
type Result = CommandResult<typeof ActivateConnection>;
type GivenConsent = Extract<ConsentState, { kind: 'given' }>;

/** Ends the setup of a connection, or renews its consent: takes the accounts that the consent covers. */
@Injectable()
export class ActivateConnectionHandler {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly discovery: AccountDiscovery,
    private readonly loop: SyncLoop,
    private readonly box: SecretBox,
  ) {}

  async handle({ payload, caller }: Command, commit: Commit): Promise<Result> {
    const connection = await this.find(payload.connectionId, caller);
    decideMove(connection.status, { kind: 'consent_given' }); // refuse before anything is asked
    const provider = this.providers.require(connection.provider);
    const asked = openConsent(this.box, connection);
    const callback = payload.callback ?? null;
    const consent = given(await answeringProblems(() => provider.readConsent(asked, callback), null));
    const accounts = await answeringProblems(
      () => this.discovery.discover(provider, consent.consent, consent.accountIds),
      null,
    );
    const result = await commit((tx) => this.save(tx, connection.id, consent, accounts));
    this.loop.wake();
    return result;
  }

  private async find(id: number, caller: Caller): Promise<Connection> {
    const connection = await this.database.dataSource.manager.findOneBy(Connection, { id });
    if (connection?.userId !== caller.userId) throw Problem.notFound();
    return connection;
  }

  private async save(
    tx: Tx,
    id: number,
    consent: GivenConsent,
    accounts: readonly DiscoveredAccount[],
  ): Promise<Result> {
    const connection = await this.connections.lock(tx, id);
    if (!connection) throw Problem.notFound();
    const transition = decideMove(connection.status, { kind: 'consent_given' });
    await this.connections.apply(tx, connection, transition, {
      ...sealConsent(this.box, consent.consent),
      consentExpiresAt: consent.expiresAt,
      maxHistoricalDays: Math.min(connection.maxHistoricalDays, consent.maxHistoricalDays),
      accessValidForDays: consent.accessValidForDays,
      activatedAt: new Date(),
    });
    const financialAccountIds = await saveDiscoveredAccounts(tx, connection, accounts);
    const provider = this.providers.find(connection.provider);
    return { connection: connectionPayload(connection, provider, transition.event), financialAccountIds };
  }
}

function given(consent: ConsentState): GivenConsent {
  switch (consent.kind) {
    case 'given':
      return consent;
    case 'waiting':
      throw Problem.conflict('The consent has not been given yet.');
    case 'refused':
      throw Problem.conflict('The consent was refused.');
    case 'ended':
      throw Problem.conflict('The consent has ended.');
    default: {
      const unknown: never = consent;
      return unknown;
    }
  }
}
