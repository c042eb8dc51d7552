import { Injectable } from '@nestjs/common';
import { ConnectionChangedV1, EventPayload, Problem } from '@tributary/contracts';

import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AccountDiscovery } from '../discovery/account-discovery';
import { DiscoveredAccount } from '../discovery/account-identity';
import { saveDiscoveredAccounts } from '../discovery/save-discovered-accounts';
import { ConsentCallback, ConsentState } from '../../providers/provider.port';
import { answeringProblems } from '../../providers/provider-problem';
import { Providers } from '../../providers/providers';
import { connectionPayload } from '../connection-events';
import { decideMove } from '../connection-state';
import { Connection } from '../connection.entity';
import { Connections } from '../connections';
import { sealConsent } from './consent-secret';
import { ConsentSetup, endSetup } from './consent-setups';
import { noLongerWanted } from './consents.store';

type GivenConsent = Extract<ConsentState, { kind: 'given' }>;

/** The provider's response about a pending consent. */
export type ConsentReading =
  | {
      readonly kind: 'given';
      readonly state: GivenConsent;
      readonly accounts: readonly DiscoveredAccount[];
    }
  | { readonly kind: 'waiting' | 'refused' | 'ended' };

/** A connection under its new consent, with the covered accounts. */
export interface AppliedConsent {
  readonly connection: EventPayload<typeof ConnectionChangedV1>;
  readonly financialAccountIds: number[];
}

/** Completes the setup of a connection, or renews its consent: stores the accounts that the consent covers. */
@Injectable()
export class ConsentCompletion {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly discovery: AccountDiscovery,
    private readonly box: SecretBox,
  ) {}

  /**
   * Reads the consent at the provider; a refusal is stored immediately.
   * @throws Problem (conflict) if the connection's status allows no consent
   */
  async read(
    connection: Connection,
    setup: ConsentSetup,
    callback: ConsentCallback | null,
  ): Promise<ConsentReading> {
    decideMove(connection.status, { kind: 'consent_given' });
    const provider = this.providers.require(connection.provider);
    const consent = { ...setup.consent, userId: connection.userId };
    const state = await answeringProblems(() => provider.readConsent(consent, callback), null);
    if (state.kind === 'refused') await this.refused(setup);
    if (state.kind !== 'given') return { kind: state.kind };
    const accounts = await answeringProblems(
      () => this.discovery.discover(provider, state.consent, state.accountIds),
      null,
    );
    return { kind: 'given', state, accounts };
  }

  private async refused(setup: ConsentSetup): Promise<void> {
    await this.database.transaction(async (tx) => {
      const connection = await this.connections.lock(tx, setup.connectionId);
      const isNews = setup.outcome === null && (await endSetup(tx, setup, 'REFUSED'));
      if (!isNews || !connection) return;
      const statusMessage =
        connection.status === 'PENDING' ? 'The consent was refused.' : 'The new consent was refused.';
      await this.connections.update(tx, connection, { statusMessage, setupRenewal: false });
    });
  }

  /** @throws Problem (conflict) where the connection was moved, or another setup begun, in the meantime */
  async apply(
    tx: Tx,
    setup: ConsentSetup,
    { state: given, accounts }: Extract<ConsentReading, { kind: 'given' }>,
  ): Promise<AppliedConsent> {
    const connection = await this.connections.lock(tx, setup.connectionId);
    if (!connection) throw Problem.notFound();
    const transition = decideMove(connection.status, { kind: 'consent_given' });
    if (!(await endSetup(tx, setup, 'GIVEN'))) throw Problem.conflict('Another setup took its place.');
    const kept: readonly string[] = [given.consent.consentId, setup.consent.consentId];
    if (!kept.includes(connection.consentId)) {
      await noLongerWanted(tx, connection.provider, connection);
    }
    const { maxHistoricalDays: historicalDaysBefore } = connection;
    const provider = this.providers.find(connection.provider);
    await this.connections.apply(tx, connection, transition, {
      ...sealConsent(this.box, given.consent),
      consentExpiresAt: given.expiresAt,
      maxHistoricalDays: Math.min(given.maxHistoricalDays, setup.maxHistoricalDays),
      accessValidForDays: given.accessValidForDays,
      activatedAt: connection.activatedAt ?? new Date(),
      setupRenewal: false,
    });
    const financialAccountIds = await saveDiscoveredAccounts(tx, connection, accounts, {
      historicalDaysBefore,
      reportsAllowance: provider?.capabilities.reportsAllowance ?? false,
    });
    await this.connections.followAccounts(tx, connection);
    return { connection: connectionPayload(connection, provider, transition.event), financialAccountIds };
  }
}
