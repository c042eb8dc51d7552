import { Inject, Injectable } from '@nestjs/common';
import { InstitutionDocument } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { claimDueCatalogue, saveCatalogueRead } from '../../providers/institutions.store';
import { Providers } from '../../providers/providers';
import { markListed, saveInstitutions } from './institutions';

/** Institutions per transaction, because some thousands are listed at once. */
const INSTITUTIONS_PER_WRITE = 200;
/** The pause before an unreadable list is read again, by any instance. */
const RETRY_MINUTES = 10;

/**
 * Maintains the list of all institutions that can be connected: reads each provider's list once a day, on one instance.
 */
@Injectable()
export class InstitutionCatalogue extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
  ) {
    super({
      name: 'institution-catalogue',
      idleMs: config.sync.consentWatchMs,
      onFailure: (error) => logger.failure('the list of institutions could not be read', error),
    });
  }

  override onApplicationBootstrap(): void {
    if (this.config.institutionsEveryHours > 0) super.onApplicationBootstrap();
  }

  protected override async round(): Promise<boolean> {
    const provider = await claimDueCatalogue(this.database, this.providers.names, RETRY_MINUTES);
    if (provider === null) return false;
    const institutions = await this.providers.require(provider).listInstitutions(null);
    // An empty list is an invalid response and is read again, because a provider always has institutions.
    if (institutions.length === 0) throw new Error(`${provider} listed no institution at all`);
    for (let start = 0; start < institutions.length; start += INSTITUTIONS_PER_WRITE) {
      await this.save(institutions.slice(start, start + INSTITUTIONS_PER_WRITE));
    }
    const listed = institutions.map(({ external_id }) => external_id);
    await this.database.transaction(async (tx) => {
      await markListed(tx, provider, listed);
      await saveCatalogueRead(tx, provider, this.config.institutionsEveryHours);
    });
    return true;
  }

  private async save(institutions: readonly InstitutionDocument[]): Promise<void> {
    await this.database.transaction((tx) => saveInstitutions(tx, institutions));
  }
}
