import { CommandPayload, UpdateDestination } from '@tributary/contracts';
import { ConnectionRow } from '../connections.store';

/** The settings of a connection that a change can affect. */
export type ConnectionSettings = Pick<ConnectionRow, 'name' | 'enabled' | 'sync_balances' | 'paused'>;

type Sent = Pick<CommandPayload<typeof UpdateDestination>, 'name' | 'enabled' | 'syncBalances'>;

/** The settings after the change; members that were not sent are unchanged. */
export function changedSettings(before: ConnectionSettings, sent: Sent): ConnectionSettings {
  const { name, enabled, sync_balances, paused } = before;
  return {
    name: sent.name ?? name,
    enabled: sent.enabled ?? enabled,
    sync_balances: sent.syncBalances ?? sync_balances,
    // A connection that is disabled during a pause stays disabled when its owner resumes it.
    paused: paused && sent.enabled === false ? { ...paused, wasOn: false } : paused,
  };
}

/** Returns whether the change lets data through that was not sent before. */
export function letsMoreThrough(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return (after.enabled && !before.enabled) || (after.sync_balances && !before.sync_balances);
}
