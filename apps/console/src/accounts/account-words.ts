import type { FinancialAccount, FinancialConnection } from '@tributary/client';
import { dayText, distanceText, momentText } from '../elements/dates/dates';
import type { StatusKind } from '../elements/status';

/** The condition of an account or a connection, in words. */
export interface Condition {
  readonly kind: StatusKind;
  readonly label: string;
  /** The message of the bank or broker, or advice. */
  readonly detail: string | null;
}

type Connection = Pick<
  FinancialConnection,
  'status' | 'status_message' | 'paused' | 'health' | 'consent_expires_at' | 'setup_renewal'
>;

/** The condition of a connection, with advice. */
export function connectionCondition(connection: Connection): Condition {
  const { status, status_message, paused, health } = connection;
  if (paused !== null) {
    return { kind: 'paused', label: 'Paused', detail: 'The app that connected it may not do so any more.' };
  }
  switch (status) {
    case 'PENDING':
      return { kind: 'working', label: 'Waiting for your consent', detail: status_message };
    case 'EXPIRED':
      return { kind: 'bad', label: 'Consent has ended', detail: 'Renew the consent to sync again.' };
    case 'EXPIRING':
      return { kind: 'warning', label: 'Consent ends soon', detail: 'Renew it before it ends.' };
    case 'DISABLED':
      return {
        kind: 'paused',
        label: 'Disconnected',
        detail: 'Nothing is synced until you connect it again.',
      };
    case 'FAILING':
      return { kind: 'bad', label: 'Syncs fail', detail: status_message ?? saidBy(health) };
    case 'ACTIVE':
      return health.status === 'DEGRADED'
        ? { kind: 'warning', label: 'Some syncs fail', detail: saidBy(health) }
        : { kind: 'good', label: 'Connected', detail: null };
    default:
      return status satisfies never;
  }
}

type Account = Pick<
  FinancialAccount,
  'enabled' | 'integrator' | 'health' | 'transactions_backfill_cursor' | 'transactions_last_synced_at'
>;

/** The condition of an account. */
export function accountCondition(account: Account): Condition {
  const { enabled, integrator, health, transactions_backfill_cursor: cursor } = account;
  if (integrator === 'MANUAL') return { kind: 'good', label: 'Kept by hand', detail: null };
  if (enabled === 'false')
    return { kind: 'paused', label: 'Not synced', detail: 'Its sync is switched off.' };
  switch (health.status) {
    case 'FAILING':
      return { kind: 'bad', label: 'Syncs fail', detail: saidBy(health) };
    case 'DEGRADED':
      return { kind: 'warning', label: 'Some syncs fail', detail: saidBy(health) };
    case 'UNKNOWN':
      return { kind: 'working', label: 'Waiting for its first sync', detail: null };
    case 'HEALTHY':
      return cursor === null
        ? { kind: 'good', label: 'Up to date', detail: null }
        : { kind: 'working', label: 'Reading its history', detail: null };
    default:
      return health.status satisfies never;
  }
}

function saidBy(health: FinancialConnection['health']): string | null {
  return health.integrator_message ?? health.transient_message;
}

/** The time of the next sync of an account. */
export function nextSyncText(
  { sync, enabled, integrator }: Pick<FinancialAccount, 'sync' | 'enabled' | 'integrator'>,
  now: number,
  locale?: string,
): string {
  if (integrator === 'MANUAL') return 'Never: it is kept by hand';
  if (enabled === 'false') return 'Not while its sync is off';
  const at = sync?.next_sync_at ?? null;
  if (at === null) return 'When you ask for it';
  return Date.parse(at) <= now ? 'Now' : distanceText(at, now, locale);
}

/** The start of the history that was read so far, and the moment when it will be complete. */
export function historyText(
  {
    transactions_backfill_cursor: cursor,
    sync,
    integrator,
  }: Pick<FinancialAccount, 'transactions_backfill_cursor' | 'sync' | 'integrator'>,
  locale?: string,
  timeZone?: string,
): string {
  if (integrator === 'MANUAL' || cursor === null) return 'Complete';
  const end = sync?.backfill_completes_at ?? null;
  const soFar = `Read back to ${dayText(cursor, locale)}`;
  return end === null ? soFar : `${soFar}, complete by ${momentText(end, locale, timeZone)}`;
}

const PROVIDERS: Readonly<Record<FinancialAccount['integrator'] | 'SIMPLEFIN', string>> = {
  PROVIDER_A: 'Provider A',
  PROVIDER_B: 'Provider B',
  PROVIDER_C: 'Provider C',
  SIMPLEFIN: 'SimpleFIN',
  MANUAL: 'Kept by hand',
};

/** The provider through which an institution is reached. */
export function providerName(integrator: FinancialAccount['integrator']): string {
  return PROVIDERS[integrator];
}

/** The name that people know an account by. */
export function accountName({
  custom_name,
  display_name,
  name,
  id,
}: Pick<FinancialAccount, 'custom_name' | 'display_name' | 'name' | 'id'>): string {
  return custom_name || display_name || name || `Account ${id}`;
}

/** The result of a requested sync. */
export function syncText(scheduled: number, nextAllowedAt: string | null): string {
  if (scheduled > 0)
    return scheduled === 1 ? 'One account is synced now' : `${scheduled} accounts are synced now`;
  if (nextAllowedAt === null) return 'No account can be synced now';
  return `The bank allows the next sync ${momentText(nextAllowedAt)}; it is made then`;
}
