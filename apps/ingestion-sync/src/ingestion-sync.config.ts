import { ConfigurationError, EnvironmentReader, PlatformConfig } from '@tributary/service';
import { readFileSync } from 'node:fs';
import { PROVIDER_A_PUBLIC_URL, ProviderAConfig } from './providers/provider-a/config';
import { PROVIDER_B_PUBLIC_URL, ProviderBConfig } from './providers/provider-b/config';
import { toPkcs8 } from './providers/provider-b/private-key';
import { PROVIDER_C_PUBLIC_URL, ProviderCConfig } from './providers/provider-c/config';

/** How syncs are paced; the defaults suit production. */
export interface SyncConfig {
  /** Accounts that one instance reads at once. */
  readonly concurrency: number;
  /** How often an idle instance looks for due accounts. */
  readonly idleMs: number;
  /** How long an account belongs to the instance that took it, without a sign of life. */
  readonly leaseMs: number;
  /** First pause before a failed call is repeated within a sync. */
  readonly callRetryMs: number;
  /** First pause before a failed sync is repeated; doubled with each failure in a row. */
  readonly syncRetryMs: number;
  /** How often consents are looked through for those that end. */
  readonly consentWatchMs: number;
  /** How far a booked amount may be from the pending one that it settles, as a share of it: tips, fuel, currency. */
  readonly amountTolerance: number;
}

/** All settings of ingestion-sync. */
export interface IngestionSyncConfig extends PlatformConfig {
  /** Null: this installation has no credentials for PROVIDER_A. */
  readonly providerA: ProviderAConfig | null;
  /** Null: this installation has no credentials for PROVIDER_B. */
  readonly providerB: ProviderBConfig | null;
  /** Null: this installation has no credentials for PROVIDER_C. */
  readonly providerC: ProviderCConfig | null;
  /** History that is asked for when a connection is made, in days; an institution may grant less. */
  readonly maxHistoricalDays: number;
  /** How often the providers' lists of institutions are read; 0 means never. */
  readonly institutionsEveryHours: number;
  readonly sync: SyncConfig;
}

export const SYNC_DEFAULTS: SyncConfig = {
  concurrency: 24,
  idleMs: 1000,
  leaseMs: 45_000,
  callRetryMs: 250,
  syncRetryMs: 60_000,
  consentWatchMs: 60_000,
  amountTolerance: 0.25,
};

export function readIngestionSyncConfig(
  platform: PlatformConfig,
  env: EnvironmentReader,
): IngestionSyncConfig {
  return {
    ...platform,
    providerA: readProviderA(env),
    providerB: readProviderB(env),
    providerC: readProviderC(env),
    maxHistoricalDays: env.integer('MAX_HISTORICAL_DAYS', 730, { min: 1, max: 730 }),
    institutionsEveryHours: env.integer('INSTITUTIONS_EVERY_HOURS', 24, { min: 0, max: 8760 }),
    sync: {
      ...SYNC_DEFAULTS,
      concurrency: env.integer('SYNC_CONCURRENCY', SYNC_DEFAULTS.concurrency, { min: 1, max: 256 }),
      leaseMs: env.integer('SYNC_LEASE_MS', SYNC_DEFAULTS.leaseMs, { min: 1000, max: 3_600_000 }),
      syncRetryMs: env.integer('SYNC_RETRY_MS', SYNC_DEFAULTS.syncRetryMs, { min: 1, max: 3_600_000 }),
      amountTolerance: env.integer('SETTLEMENT_TOLERANCE_PERCENT', 25, { min: 0, max: 50 }) / 100,
    },
  };
}

/** Credentials come as a pair: one without the other is a mistake, not a wish to go without. */
function readProviderA(env: EnvironmentReader): ProviderAConfig | null {
  const given = ['PROVIDER_A_SECRET_ID', 'PROVIDER_A_SECRET_KEY'].some((name) => env.optional(name) !== null);
  if (!given) return null;
  return {
    baseUrl: env.url('PROVIDER_A_BASE_URL', PROVIDER_A_PUBLIC_URL),
    secretId: env.text('PROVIDER_A_SECRET_ID'),
    secretKey: env.text('PROVIDER_A_SECRET_KEY'),
    connections: env.integer('PROVIDER_A_CONNECTIONS', 32, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_A_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}

/** The application's id and its key; the key as text or as the file that the provider's portal gave. */
function readProviderB(env: EnvironmentReader): ProviderBConfig | null {
  const privateKey = readPrivateKey(env);
  if (env.optional('PROVIDER_B_APPLICATION_ID') === null && privateKey === null) return null;
  return {
    baseUrl: env.url('PROVIDER_B_BASE_URL', PROVIDER_B_PUBLIC_URL),
    applicationId: env.text('PROVIDER_B_APPLICATION_ID'),
    privateKey: privateKey ?? env.text('PROVIDER_B_PRIVATE_KEY_PEM'),
    dailyCalls: env.integer('PROVIDER_B_DAILY_CALLS', 4, { min: 1, max: 10_000 }),
    connections: env.integer('PROVIDER_B_CONNECTIONS', 16, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_B_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}

/** `PROVIDER_B_PRIVATE_KEY_PEM` holds the key itself, `PROVIDER_B_PRIVATE_KEY_FILE` names its file. */
function readPrivateKey(env: EnvironmentReader): string | null {
  const pem = env.optional('PROVIDER_B_PRIVATE_KEY_PEM');
  const file = env.optional('PROVIDER_B_PRIVATE_KEY_FILE');
  if (pem !== null) return usableKey('PROVIDER_B_PRIVATE_KEY_PEM', pem);
  return file === null ? null : usableKey('PROVIDER_B_PRIVATE_KEY_FILE', contentOf(file));
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw refused('PROVIDER_B_PRIVATE_KEY_FILE cannot be read', cause);
  }
}

/** A key that signs nothing should keep the service from starting, not its first sync from working. */
function usableKey(name: string, pem: string): string {
  const key = toPkcs8(pem);
  if (key !== null) return key;
  throw refused(`${name} must be an RSA private key in PEM format`);
}

function refused(problem: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`ingestion-sync cannot start:\n  - ${problem}`, { cause });
}

function readProviderC(env: EnvironmentReader): ProviderCConfig | null {
  const given = ['PROVIDER_C_CLIENT_ID', 'PROVIDER_C_CONSUMER_KEY'].some(
    (name) => env.optional(name) !== null,
  );
  if (!given) return null;
  return {
    baseUrl: env.url('PROVIDER_C_BASE_URL', PROVIDER_C_PUBLIC_URL),
    clientId: env.text('PROVIDER_C_CLIENT_ID'),
    consumerKey: env.text('PROVIDER_C_CONSUMER_KEY'),
    keyKind: env.flag('PROVIDER_C_PERSONAL', false) ? 'personal' : 'commercial',
    connections: env.integer('PROVIDER_C_CONNECTIONS', 8, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_C_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}
