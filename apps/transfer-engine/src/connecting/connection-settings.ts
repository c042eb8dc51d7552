import { CommandPayload, UpdateDestination } from '@tributary/contracts';
import { ConnectionRow } from '../destinations/connections';

/** What of a connection a caller may change. */
export type ConnectionSettings = Pick<ConnectionRow, 'name' | 'enabled' | 'sync_balances' | 'paused'>;

type Sent = Pick<CommandPayload<typeof UpdateDestination>, 'name' | 'enabled' | 'syncBalances'>;

/** The settings after the change: what was not sent stays. */
export function changedSettings(before: ConnectionSettings, sent: Sent): ConnectionSettings {
  const { name, enabled, sync_balances, paused } = before;
  return {
    name: sent.name ?? name,
    enabled: sent.enabled ?? enabled,
    sync_balances: sent.syncBalances ?? sync_balances,
    // One that is disabled while it is paused stays disabled when its owner keeps it.
    paused: paused && sent.enabled === false ? { ...paused, wasOn: false } : paused,
  };
}

/** Whether something is carried because of the change that was not carried before. */
export function letsMoreThrough(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return (after.enabled && !before.enabled) || (after.sync_balances && !before.sync_balances);
}
