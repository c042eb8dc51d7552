import { NET_MS } from '@tributary/jobs';
import { EnvironmentReader, JOB_LEASE_MS, PlatformConfig } from '@tributary/service';
import { ProviderConfigs, readProviderConfigs } from './providers/provider-modules';

/** Injection token of the settings. */
export const INGESTION_CONFIG = Symbol('INGESTION_CONFIG');

/** The timing of syncs; the defaults suit production. */
export interface SyncConfig {
  /** Accounts that one instance reads at once. */
  readonly concurrency: number;
  /** The interval at which an idle instance looks for due accounts that were not announced to it. */
  readonly idleMs: number;
  /** The lease of a claimed account: the time after which another instance takes it over. */
  readonly leaseMs: number;
  /** First pause before a failed call is repeated within a sync. */
  readonly callRetryMs: number;
  /** First pause before a failed sync is repeated; it grows with each consecutive failure, and with each lost sync. */
  readonly syncRetryMs: number;
  /** The interval of checks for ending consents. */
  readonly consentWatchMs: number;
  /**
   * Maximum difference between a booked amount and its pending one, as a fraction of the pending amount. Tips, fuel and
   * currency cause such differences.
   */
  readonly amountTolerance: number;
}

/** All settings of ingestion-sync. */
export interface IngestionSyncConfig extends PlatformConfig {
  readonly providers: ProviderConfigs;
  /** The settings that entered provider keys complete; default: none. */
  readonly environment?: EnvironmentReader;
  /** The history that a new connection requests, in days; an institution may grant less. */
  readonly maxHistoricalDays: number;
  /** The interval at which the providers' lists of institutions are read, in hours; 0 means never. */
  readonly institutionsEveryHours: number;
  /** The folder with the day rates of the European Central Bank; null: none are read. */
  readonly exchangeRatesUrl: string | null;
  readonly sync: SyncConfig;
}

export const SYNC_DEFAULTS: SyncConfig = {
  concurrency: 24,
  idleMs: NET_MS,
  leaseMs: JOB_LEASE_MS,
  callRetryMs: 250,
  syncRetryMs: 60_000,
  consentWatchMs: 60_000,
  amountTolerance: 0.25,
};

const EXCHANGE_RATES_PUBLIC_URL = 'https://www.ecb.europa.eu/stats/eurofxref';

export function readIngestionSyncConfig(
  platform: PlatformConfig,
  env: EnvironmentReader,
): IngestionSyncConfig {
  return {
    ...platform,
    providers: readProviderConfigs(env),
    environment: env,
    maxHistoricalDays: env.integer('MAX_HISTORICAL_DAYS', 730, { min: 1, max: 730 }),
    institutionsEveryHours: env.integer('INSTITUTIONS_EVERY_HOURS', 24, { min: 0, max: 8760 }),
    exchangeRatesUrl: env.flag('EXCHANGE_RATES_ENABLED', true)
      ? env.url('EXCHANGE_RATES_URL', EXCHANGE_RATES_PUBLIC_URL)
      : null,
    sync: {
      ...SYNC_DEFAULTS,
      concurrency: env.integer('SYNC_CONCURRENCY', SYNC_DEFAULTS.concurrency, { min: 1, max: 256 }),
      leaseMs: env.integer('SYNC_LEASE_MS', SYNC_DEFAULTS.leaseMs, { min: 1000, max: 3_600_000 }),
      syncRetryMs: env.integer('SYNC_RETRY_MS', SYNC_DEFAULTS.syncRetryMs, { min: 1, max: 3_600_000 }),
      amountTolerance: env.integer('SETTLEMENT_TOLERANCE_PERCENT', 25, { min: 0, max: 50 }) / 100,
    },
  };
}
