import { DestinationType } from '@tributary/contracts';
import { EnvironmentReader, JOB_LEASE_MS } from '@tributary/service';

export const DISPATCH_CONFIG = Symbol('DISPATCH_CONFIG');

/** How transfers are sent. */
export interface DispatchConfig {
  /** Maximum number of rows in one bulk request. */
  readonly rowsMax: number;
  /** How long a row waits for others to share a request with, while the allowance is plentiful. */
  readonly lingerMs: number;
  /** Minimum pause between looks for work, which commits of transfers trigger. */
  readonly pollMs: number;
  /** Units of each destination type that one instance processes at once. */
  readonly slots: number;
  /** Duration of a unit's lease. It is renewed while a request lasts, and expires if the dispatcher dies. */
  readonly leaseMs: number;
  /** Timeout of a request, by destination type. */
  readonly requestMs: Readonly<Record<DestinationType, number>>;
  readonly attemptsMax: number;
  /** Pause after the first failed attempt; it triples with each further one. */
  readonly backoffMs: number;
}

export function readDispatchConfig(
  env: EnvironmentReader,
  requestMs: DispatchConfig['requestMs'],
): DispatchConfig {
  return {
    requestMs,
    rowsMax: env.integer('TRANSFER_BATCH_ROWS', 1000, { min: 1, max: 5000 }),
    lingerMs: env.integer('TRANSFER_LINGER_MS', 1000, { min: 0, max: 600_000 }),
    pollMs: env.integer('TRANSFER_POLL_MS', 200, { min: 10, max: 60_000 }),
    slots: env.integer('TRANSFER_SLOTS', 8, { min: 1, max: 64 }),
    leaseMs: env.integer('TRANSFER_LEASE_MS', JOB_LEASE_MS, { min: 1000, max: 3_600_000 }),
    attemptsMax: env.integer('TRANSFER_ATTEMPTS', 8, { min: 1, max: 100 }),
    backoffMs: env.integer('TRANSFER_BACKOFF_MS', 5000, { min: 10, max: 3_600_000 }),
  };
}
