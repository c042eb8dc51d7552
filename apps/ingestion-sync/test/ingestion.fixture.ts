import {
  ActivateConnection,
  Caller,
  CommandPayload,
  CommandResult,
  CreateConnection,
  EventContract,
  EventPayload,
  ownerOf,
} from '@tributary/contracts';
import { callControl, startSandbox, type Sandbox, type SandboxOptions } from '@tributary/sandbox';
import { PlatformConfig, RunningService } from '@tributary/service';
import { eventually, openAll } from '@tributary/testing';
import { ServiceParts, ServiceUnderTest, startParts } from '@tributary/testing/services';
import { IngestionSyncConfig, MIGRATIONS, startIngestionSync, SYNC_DEFAULTS } from '../src/index';
import { AccountProvider } from '../src/providers/provider.port';
import { seeOnlyRowsOf } from './own-rows';

export type { SandboxOptions } from '@tributary/sandbox';
type Overrides = Partial<Omit<IngestionSyncConfig, 'sync'>> & { sync?: Partial<IngestionSyncConfig['sync']> };

export const CALLER: Caller = ownerOf(7);
export const FIXTURE_KEY = Buffer.alloc(32, 7).toString('base64');
/** A bank of this size is read immediately; the whole bank takes a second. */
const BANK_ACCOUNTS = 20;
const REDIRECT = 'https://client.example/callback';

/** ingestion-sync, with the sandbox as its provider. */
export class IngestionFixture extends ServiceUnderTest<IngestionSyncConfig> {
  /** The user whose events the test sees; null: all users. */
  private onlyUser: number | null = null;

  private constructor(
    parts: ServiceParts<IngestionSyncConfig>,
    readonly sandbox: Sandbox,
  ) {
    super(parts);
  }

  static start(
    sandboxOptions: SandboxOptions = {},
    overrides: Overrides | ((sandbox: Sandbox) => Overrides) = {},
    /** Returns further providers of the test, created again for each instance. */
    further: () => readonly AccountProvider[] = () => [],
  ): Promise<IngestionFixture> {
    return openAll(async (closing) => {
      const sandbox = closing.add(await startSandbox({ accounts: BANK_ACCOUNTS, ...sandboxOptions }), (one) =>
        one.close(),
      );
      const own = typeof overrides === 'function' ? overrides(sandbox) : overrides;
      const parts = await startParts(closing, {
        service: 'ingestion-sync',
        migrations: MIGRATIONS,
        configure: (platform) => changed(configOf(platform, sandbox), own),
        start: (config, runtime) => startIngestionSync(config, runtime, further()),
        openWork: `select count(*) from financial_accounts
                    where lease_until > now() or next_sync_at <= now() + interval '100 milliseconds'`,
        caller: CALLER,
      });
      return new IngestionFixture(parts, sandbox);
    });
  }

  override startInstance(overrides: Overrides = {}): Promise<RunningService> {
    return super.startInstance(changed(this.config, overrides));
  }

  /**
   * Called before each test of a suite that shares the service: creates another user, whose rows and events are the
   * only visible ones, and resets the sandbox. The accounts of the previous user are no longer synced.
   */
  async nextUser(): Promise<void> {
    await this.rows('update connections set enabled = false');
    await eventually(async () => {
      expect(await this.rows('select id from financial_accounts where lease_until > now()')).toEqual([]);
    });
    await this.control('POST', '/reset');
    this.caller = ownerOf(this.caller.userId + 10);
    this.onlyUser = this.caller.userId;
    await seeOnlyRowsOf(this.onlyUser, this.sql);
  }

  override events<C extends EventContract>(contract: C): EventPayload<C>[] {
    return super.events(contract).filter((payload) => this.isVisible(payload as { userId?: number }));
  }

  /** Makes a connection, gives the consent at the bank's page, and activates it. */
  async connect(
    institution: string,
    accountConfig: CommandPayload<typeof CreateConnection>['accountConfig'] = {},
  ): Promise<CommandResult<typeof ActivateConnection>> {
    const { connection, link } = await this.create(institution, accountConfig);
    await fetch(link, { redirect: 'manual' });
    return this.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true });
  }

  create(
    institution: string,
    accountConfig: CommandPayload<typeof CreateConnection>['accountConfig'] = {},
    route: { redirectUrl: string; callbackUrl?: string } = { redirectUrl: REDIRECT },
  ): Promise<CommandResult<typeof CreateConnection>> {
    return this.send(CreateConnection, {
      provider: 'PROVIDER_A',
      institutionExternalId: institution,
      reference: null,
      ...route,
      accountConfig,
    });
  }

  /** Calls the sandbox's control server. */
  control(method: string, path: string, body?: unknown): Promise<unknown> {
    return callControl<unknown>(this.sandbox, method, path, body);
  }

  fault(fault: object): Promise<unknown> {
    return this.control('POST', '/faults', { target: 'provider-a', ...fault });
  }

  /** Events without a user are visible to all. */
  private isVisible({ userId }: { readonly userId?: number }): boolean {
    return this.onlyUser === null || userId === undefined || userId === this.onlyUser;
  }
}

function changed(
  config: IngestionSyncConfig,
  { providers, sync, ...others }: Overrides,
): IngestionSyncConfig {
  return {
    ...config,
    ...others,
    providers: { ...config.providers, ...providers },
    sync: { ...config.sync, ...sync },
  };
}

function configOf(platform: PlatformConfig, sandbox: Sandbox): IngestionSyncConfig {
  const { secretId, secretKey } = sandbox.credentials.providerA;
  const { clientId, consumerKey, kind } = sandbox.credentials.providerC;
  return {
    ...platform,
    databasePoolSize: 5,
    encryptionKey: FIXTURE_KEY,
    maxHistoricalDays: 540,
    institutionsEveryHours: 0,
    exchangeRatesUrl: null,
    providers: {
      PROVIDER_A: {
        baseUrl: sandbox.providerAUrl,
        secretId,
        secretKey,
        connections: 16,
        timeoutMs: 5000,
      },
      PROVIDER_C: {
        baseUrl: sandbox.providerCUrl,
        clientId,
        consumerKey,
        keyKind: kind,
        connections: 8,
        timeoutMs: 5000,
      },
    },
    sync: { ...SYNC_DEFAULTS, idleMs: 50, callRetryMs: 5, consentWatchMs: 50 },
  };
}
