import { ConfigurationError, EnvironmentReader, JOB_LEASE_MS, PlatformConfig } from '@tributary/service';
import { readFileSync } from 'node:fs';
import { AddressGuard } from '@tributary/outbound';

/** Injection token of the settings. */
export const DISPATCHER_CONFIG = Symbol('DISPATCHER_CONFIG');

export interface WebhookDispatcherConfig extends PlatformConfig {
  /** Networks (CIDR) that endpoints may use although they are not public. */
  readonly allowedNetworks: readonly string[];
  /** PEM of an authority that is trusted besides the usual ones; null for none. */
  readonly extraCa: string | null;
  /** The time from connecting to the status of the response. */
  readonly timeoutMs: number;
  /** The duration of a lease without renewal; default: `JOB_LEASE_MS`. */
  readonly leaseMs?: number;
  /** Simultaneous deliveries of one endpoint. */
  readonly concurrencyPerEndpoint: number;
  /** Endpoints to which an instance sends at the same time; further ones take turns. */
  readonly endpointsAtOnce: number;
  readonly retentionDays: number;
}

/** @throws ConfigurationError if a network or a file is invalid */
export function readWebhookDispatcherConfig(
  platform: PlatformConfig,
  env: EnvironmentReader,
): WebhookDispatcherConfig {
  return {
    ...platform,
    allowedNetworks: checkedNetworks(env.list('WEBHOOK_ALLOWED_NETWORKS')),
    extraCa: extraCaOf(env),
    timeoutMs: env.integer('WEBHOOK_TIMEOUT_MS', 15_000, { min: 100, max: 15_000 }),
    leaseMs: env.integer('WEBHOOK_LEASE_MS', JOB_LEASE_MS, { min: 1000, max: 600_000 }),
    concurrencyPerEndpoint: env.integer('WEBHOOK_CONCURRENCY', 16, { min: 1, max: 256 }),
    endpointsAtOnce: env.integer('WEBHOOK_ENDPOINTS_AT_ONCE', 100, { min: 1, max: 10_000 }),
    retentionDays: env.integer('WEBHOOK_RETENTION_DAYS', 30, { min: 1, max: 3650 }),
  };
}

/** `WEBHOOK_CA_PEM` contains the certificate, `WEBHOOK_CA_FILE` names its file. */
function extraCaOf(env: EnvironmentReader): string | null {
  const pem = env.optional('WEBHOOK_CA_PEM');
  const file = env.optional('WEBHOOK_CA_FILE');
  if (pem !== null || file === null) return pem;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigurationError('webhook-dispatcher cannot start:\n  - WEBHOOK_CA_FILE cannot be read', {
      cause,
    });
  }
}

function checkedNetworks(networks: readonly string[]): readonly string[] {
  try {
    new AddressGuard(networks);
    return networks;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not a list of networks';
    throw new ConfigurationError(
      `webhook-dispatcher cannot start:\n  - WEBHOOK_ALLOWED_NETWORKS: ${reason}`,
      {
        cause,
      },
    );
  }
}
