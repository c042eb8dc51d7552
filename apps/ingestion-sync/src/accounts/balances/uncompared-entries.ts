import { Health } from '@tributary/contracts';
import { DAY_MS } from '@tributary/money';

/** Entries of one write that were not compared with all candidates, because too many are similar. */
export interface UncomparedEntries {
  readonly entries: number;
  /** ISO time. */
  readonly at: string;
}

/** Time for which the account shows the message. */
const SHOWN_MS = 7 * DAY_MS;

/** Returns the account's health with a notice about entries that were not compared. */
export function withUncompared(health: Health, uncompared: UncomparedEntries | null, now: number): Health {
  const isShown = uncompared !== null && now - Date.parse(uncompared.at) < SHOWN_MS;
  if (!isShown || health.status === 'FAILING' || health.integrator_message !== null) return health;
  return {
    ...health,
    status: 'DEGRADED',
    integrator_message:
      `Too many entries of this account look alike: ${uncompared.entries} were not compared with all that they may ` +
      'belong to. Pending entries may be listed beside their booked ones, and entries may be there twice.',
  };
}
