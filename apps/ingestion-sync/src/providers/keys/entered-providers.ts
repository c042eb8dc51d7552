import { Inject, Injectable } from '@nestjs/common';
import { KeyedProvider } from '@tributary/contracts';
import { DatabaseClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { BackgroundWorker, EnvironmentReader, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { AccountProvider } from '../provider.port';
import { keySetOf, makeProvider } from '../provider-modules';
import { Providers } from '../providers';
import { readProviderKeys, StoredProviderKeys } from './provider-keys.store';
import { EnteredKeys, openProviderKeys } from './stored-provider-keys';

/** Applies the entered keys of providers on every instance, after each change. */
@Injectable()
export class EnteredProviders extends BackgroundWorker {
  /** The version of the keys that this instance uses. */
  private readonly versions = new Map<KeyedProvider, number>();
  private refreshing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(Providers) private readonly providers: Providers,
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
  ) {
    const onFailure = (error: unknown): void =>
      logger.failure('the keys of providers could not be read', error);
    super({ name: 'entered-providers', onFailure }, { database, tables: ['provider_keys'] });
  }

  /** Loads the keys before the first sync, which needs them. */
  onModuleInit(): Promise<void> {
    return this.refresh();
  }

  /**
   * Creates the provider with these keys.
   * @throws ConfigurationError
   */
  make(provider: KeyedProvider, keys: EnteredKeys): AccountProvider {
    const settings = Object.fromEntries(
      keySetOf(provider).keys.map(({ name, setting }) => [setting, keys[name]]),
    );
    const known = this.config.environment ?? new EnvironmentReader({});
    return makeProvider(provider, known.with(settings), this.clock);
  }

  /** Applies the stored keys; calls run one after another, so that no provider is created twice. */
  refresh(): Promise<void> {
    // The previous caller has received the error of the previous call.
    this.refreshing = this.refreshing.catch(() => undefined).then(() => this.useStored());
    return this.refreshing;
  }

  protected override async round(): Promise<boolean> {
    await this.refresh();
    return false;
  }

  private async useStored(): Promise<void> {
    const stored = await readProviderKeys(this.database);
    for (const one of stored) {
      if (this.versions.get(one.provider) !== one.version) this.use(one);
    }
    const gone = [...this.versions.keys()].filter(
      (name) => !stored.some(({ provider }) => provider === name),
    );
    for (const name of gone) {
      this.versions.delete(name);
      this.providers.enter(name, null);
    }
  }

  /** Keys that cannot be used are reported once, and leave the other providers as they are. */
  private use(stored: StoredProviderKeys): void {
    const { provider, version } = stored;
    this.versions.set(provider, version);
    try {
      this.providers.enter(provider, this.make(provider, openProviderKeys(this.box, stored)));
    } catch (error) {
      this.logger.failure(`the entered keys of ${provider} cannot be used`, error);
    }
  }
}
