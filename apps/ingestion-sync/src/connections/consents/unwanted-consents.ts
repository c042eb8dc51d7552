import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { BackgroundWorker, ServiceLogger, UserErasures } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { ProviderError } from '../../providers/provider.errors';
import { Providers } from '../../providers/providers';
import { endExpiredSetup } from './consent-setups';
import { Connections } from '../connections';
import { openConsent } from './consent-secret';
import { claimUnwanted, deleteUnwanted, findExpiredSetups, UnwantedRow } from './consents.store';

/** The most attempts. A consent expires after half a year at most, so that giving up after weeks is safe. */
const ATTEMPTS_MAX = 20;
const FIRST_PAUSE_S = 60;
const NOT_IN_TIME = 'The new consent was not given in time. Begin again.';
const CONSENTS_PER_ROUND = 10;

/** Ends unwanted consents at their providers, so that no access stays open that its user believes closed. */
@Injectable()
export class UnwantedConsents extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly box: SecretBox,
    private readonly logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) config: IngestionSyncConfig,
    erasures: UserErasures,
  ) {
    super({
      name: 'unwanted-consents',
      idleMs: config.sync.consentWatchMs,
      onFailure: (error) => logger.failure('unwanted consents could not be ended', error),
    });
    erasures.whenBegun(() => this.wake());
  }

  protected override async round(): Promise<boolean> {
    for (const id of await findExpiredSetups(this.database)) await this.endSetup(id);
    const claimed = await claimUnwanted(
      this.database,
      this.providers.names,
      FIRST_PAUSE_S,
      CONSENTS_PER_ROUND,
    );
    for (const row of claimed) await this.end(row);
    return claimed.length === CONSENTS_PER_ROUND;
  }

  /** Ends the setup; the connection is locked first, as in all code that ends setups. */
  private async endSetup(connectionId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const connection = await this.connections.lock(tx, connectionId);
      if (!connection || !(await endExpiredSetup(tx, connectionId))) return;
      await this.connections.update(tx, connection, { statusMessage: NOT_IN_TIME, setupRenewal: false });
    });
  }

  private async end(row: UnwantedRow): Promise<void> {
    const kept = { consentId: row.consent_id, consentSecret: row.consent_secret };
    const consent = openConsent(this.box, kept);
    try {
      await this.providers.require(row.provider).revokeConsent(consent);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return this.giveUpAfterMany(row.id, error);
    }
    await deleteUnwanted(this.database, row.id);
  }

  /** Retries after a pause, until the date on which the consent has expired. */
  private async giveUpAfterMany(id: number, error: ProviderError): Promise<void> {
    const isGivenUp = await deleteUnwanted(this.database, id, ATTEMPTS_MAX);
    if (isGivenUp) this.logger.failure('a consent could not be ended at its provider', error);
  }
}
