import { ConnectionChangedV1, ConnectionDocument, ConnectionEvent, EventPayload } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { madeThrough } from '@tributary/service';
import { AccountProvider } from '../providers/provider.port';
import { isManageable } from './connection-state';
import { Connection } from './connection.entity';

/** Returns the event of a connection whose row changed. */
export function connectionChanged(
  connection: Connection,
  provider: AccountProvider | undefined,
  published: ConnectionEvent | null,
): OutgoingEvent {
  return event(ConnectionChangedV1, connection.id, connectionPayload(connection, provider, published));
}

export function connectionPayload(
  connection: Connection,
  provider: AccountProvider | undefined,
  published: ConnectionEvent | null,
): EventPayload<typeof ConnectionChangedV1> {
  return {
    id: connection.id,
    version: connection.version,
    userId: connection.userId,
    event: published,
    deleted: false,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
    document: toDocument(connection, provider),
  };
}

/** Returns the event of a deleted connection; its version is above all published ones. */
export function connectionDeleted(
  connection: Connection,
  provider: AccountProvider | undefined,
): EventPayload<typeof ConnectionChangedV1> {
  return {
    ...connectionPayload(connection, provider, 'connection.deleted'),
    version: connection.version + 1,
    updatedAt: new Date().toISOString(),
    deleted: true,
  };
}

function toDocument(connection: Connection, provider: AccountProvider | undefined): ConnectionDocument {
  const renewable = provider?.capabilities.reauthorization ?? false;
  return {
    institution_id: connection.institutionId,
    region: connection.region,
    enabled: connection.enabled && connection.paused === null,
    status: connection.status,
    status_message: connection.statusMessage,
    sync_balances: connection.syncBalances && (provider?.capabilities.balances ?? false),
    supports_reauthorization: renewable,
    supports_manage: renewable && isManageable(connection.status),
    max_historical_days: connection.maxHistoricalDays,
    access_valid_for_days: connection.accessValidForDays,
    consent_expires_at: connection.consentExpiresAt?.toISOString() ?? null,
    name: connection.name,
    reference: connection.reference,
    accounts_last_synced_at: connection.accountsLastSyncedAt?.toISOString() ?? null,
    setup_pending: connection.status === 'PENDING',
    setup_renewal: connection.setupRenewal,
    activated_at: connection.activatedAt?.toISOString() ?? null,
    health: connection.health,
    ...madeThrough(connection),
  };
}
