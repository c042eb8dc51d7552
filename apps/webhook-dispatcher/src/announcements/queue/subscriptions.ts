import {
  CanonicalEvent,
  canonicalName,
  PayloadVersion,
  payloadView,
  PayloadView,
  viewKey,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { lockSubscriptions, SubscriptionRow } from '../../endpoints/endpoints.store';
import { Announcement, Subject } from '../announcement';

/** The subscription of one enabled endpoint. */
export interface Subscription {
  readonly endpointId: number;
  readonly endpointVersion: number;
  readonly userId: number;
  readonly events: ReadonlySet<CanonicalEvent>;
  /** Null for all accounts. */
  readonly accountIds: ReadonlySet<number> | null;
  readonly payloadVersion: PayloadVersion;
  readonly view: PayloadView;
  /** A key that is equal for endpoints that see the same content. */
  readonly sees: string;
}

/**
 * Returns the enabled endpoints of these users, locked until the commit. Without the lock an endpoint that is disabled
 * meanwhile would get deliveries after its waiting ones were discarded.
 */
export async function loadSubscriptions(tx: Tx, userIds: Iterable<number>): Promise<Subscription[]> {
  const rows = await lockSubscriptions(tx, userIds);
  return rows.map(fromRow);
}

/**
 * Returns whether the endpoint receives the announcement. One that is limited to accounts gets the events of those, of
 * their connections, and of the rules that REST shows it.
 */
export function isInterested(to: Subscription, { userId, type, about }: Announcement): boolean {
  return to.userId === userId && to.events.has(type) && covers(to.accountIds, about);
}

function covers(accountIds: ReadonlySet<number> | null, about: Subject): boolean {
  if (accountIds === null) return true;
  switch (about.kind) {
    case 'account':
      return accountIds.has(about.accountId);
    case 'connection':
      return about.accountIds.some((account) => accountIds.has(account));
    case 'rule':
      return about.accountIds.length === 0 || about.accountIds.some((account) => accountIds.has(account));
  }
}

function fromRow(row: SubscriptionRow): Subscription {
  const view = payloadView({
    omitSensitiveIdentifiers: row.omit_sensitive_identifiers,
    redactSensitive: row.redact_sensitive,
    scopes: row.granted_scopes,
  });
  return {
    endpointId: row.id,
    endpointVersion: row.version,
    userId: row.user_id,
    events: new Set(row.events.map(canonicalName)),
    accountIds: row.financial_account_ids === null ? null : new Set(row.financial_account_ids),
    payloadVersion: row.payload_version,
    view,
    sees: `${row.payload_version} ${viewKey(view)}`,
  };
}
