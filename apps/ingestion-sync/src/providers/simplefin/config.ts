import { AddressGuard } from '@tributary/outbound';
import { EnvironmentReader } from '@tributary/service';

/** The settings for SimpleFIN servers. Users name the servers by their setup tokens. */
export interface SimpleFinConfig {
  /**
   * CIDRs of servers that are allowed although the addresses are not public. Only these servers may be used without
   * TLS.
   */
  readonly allowedNetworks: readonly string[];
  /** Requests a day for each connection, whatever its number of accounts. */
  readonly dailyRequests: number;
  /** Time in milliseconds for which the accounts of a connection share a response; 0 for no sharing. */
  readonly shareAnswersMs: number;
  /** The number of open connections to each server. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** Returns null if the operator does not offer SimpleFIN. */
export function readSimpleFinConfig(env: EnvironmentReader): SimpleFinConfig | null {
  const config = {
    allowedNetworks: checkedNetworks(env),
    dailyRequests: env.integer('SIMPLEFIN_DAILY_REQUESTS', 24, { min: 1, max: 1_000_000 }),
    shareAnswersMs: env.integer('SIMPLEFIN_SHARE_ANSWERS_MS', 60_000, { min: 0, max: 600_000 }),
    connections: env.integer('SIMPLEFIN_CONNECTIONS', 4, { min: 1, max: 256 }),
    timeoutMs: env.integer('SIMPLEFIN_TIMEOUT_MS', 60_000, { min: 100, max: 300_000 }),
  };
  return env.flag('SIMPLEFIN_ENABLED', true) ? config : null;
}

function checkedNetworks(env: EnvironmentReader): readonly string[] {
  const networks = env.list('SIMPLEFIN_ALLOWED_NETWORKS');
  try {
    new AddressGuard(networks);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not a list of networks';
    env.problem(`SIMPLEFIN_ALLOWED_NETWORKS: ${reason}`);
  }
  return networks;
}
