import {
  AccountConfig,
  AccountDocument,
  AccountSource,
  AccountUpsertedV1,
  EventPayload,
  Health,
  Money,
} from '@tributary/contracts';
import { Context } from '@opentelemetry/api';
import { event, OutgoingEvent } from '@tributary/messaging';
import { utcDay } from '@tributary/money';
import { AuthoredChange, publicConfig } from './account-config';
import { shownReconciliation, StoredReconciliation } from './balances/reconciliation';
import { AccountProfile } from '../providers/provider.port';
import { UncomparedEntries, withUncompared } from './balances/uncompared-entries';
import { withUnread } from './unread-health';

/** States of an account's history: not begun, loading, or loaded to its limit. */
export const HISTORY_STATES = ['NEW', 'LOADING', 'COMPLETE'] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

/** A stored account. */
export interface AccountRow {
  readonly id: number;
  readonly user_id: number;
  /** Null for a manual account. */
  readonly connection_id: number | null;
  readonly provider: AccountSource;
  readonly external_id: string;
  readonly identity_key: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly custom_name: string | null;
  /** Whether the connection's current consent covers the account. */
  readonly covered: boolean;
  readonly profile: AccountProfile;
  /** The effective configuration: see `configInForce`. */
  readonly config: AccountConfig;
  /** Settings of the account itself. */
  readonly own_config: AuthoredChange;
  readonly health: Health;
  readonly details_synced_at: Date | null;
  readonly balances_synced_at: Date | null;
  readonly transactions_synced_at: Date | null;
  readonly covered_to: string | null;
  readonly history_state: HistoryState;
  readonly backfill_cursor: string | null;
  readonly balance_version: number;
  readonly holdings_version: number;
  readonly cash_balance: Money | null;
  readonly total_balance: Money | null;
  readonly next_sync_at: Date | null;
  readonly next_allowed_at: Date | null;
  readonly backfill_completes_at: Date | null;
  readonly reconciliation: StoredReconciliation | null;
  readonly uncompared: UncomparedEntries | null;
  /** The number of the bank's rows that are stored as unreadable. */
  readonly unread_rows: number;
  /** The time zone in which times become days; null: UTC. */
  readonly time_zone: string | null;
  /** Whether it had another time zone before; stored rows retain the earlier days. */
  readonly time_zone_changed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const UNKNOWN_HEALTH: Health = {
  status: 'UNKNOWN',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

/** Returns the event of an account whose row changed. */
export function accountUpserted(row: AccountRow, trace?: Context): OutgoingEvent {
  return event(AccountUpsertedV1, row.id, accountPayload(row), trace);
}

export function accountPayload(row: AccountRow): EventPayload<typeof AccountUpsertedV1> {
  return {
    id: row.id,
    version: row.version,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: toDocument(row),
  };
}

/** Returns the account in its published form. */
export function toDocument(row: AccountRow): AccountDocument {
  const { resource_id: _own, ...profile } = row.profile;
  return {
    financial_connection_id: row.connection_id,
    config: publicConfig(row.config),
    health: withUnread(withUncompared(row.health, row.uncompared, Date.now()), row.unread_rows),
    unread_rows: row.unread_rows,
    time_zone: row.time_zone,
    enabled: row.enabled,
    integrator: row.provider,
    cash_balance: row.cash_balance,
    total_balance: row.total_balance,
    custom_name: row.custom_name,
    ...profile,
    account_category: profile.account_category ?? 'BANK',
    // Rows from before brokers were supported have neither.
    raw_type: profile.raw_type ?? null,
    meta: profile.meta ?? null,
    display_name: profile.display_name ?? profile.name ?? profile.product_name,
    integrator_id: row.connection_id === null ? null : row.external_id,
    details_last_synced_at: row.details_synced_at?.toISOString() ?? null,
    transactions_last_synced_at: row.transactions_synced_at?.toISOString() ?? null,
    balances_last_synced_at: row.balances_synced_at?.toISOString() ?? null,
    transactions_backfill_cursor: cursorOf(row),
    sync: {
      next_sync_at: row.next_sync_at?.toISOString() ?? null,
      next_allowed_at: row.next_allowed_at?.toISOString() ?? null,
      backfill_completes_at: row.backfill_completes_at?.toISOString() ?? null,
    },
    reconciliation: row.reconciliation && shownReconciliation(row.reconciliation),
  };
}

/**
 * Returns the day up to which history is missing; null if all of it is loaded. Before the first sync, everything up to
 * the account's discovery is missing.
 */
function cursorOf(row: AccountRow): string | null {
  switch (row.history_state) {
    case 'NEW':
      return utcDay(row.created_at);
    case 'LOADING':
      return row.backfill_cursor;
    case 'COMPLETE':
      return null;
    default: {
      const unknown: never = row.history_state;
      return unknown;
    }
  }
}
