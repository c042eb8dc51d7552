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
  /** Endpoints with an equal key receive the same content of an event, which is then written once. */
  readonly contentKey: string;
}

/**
 * Returns the subscriptions of the users' enabled endpoints and locks the endpoints until the commit. Disabling an
 * endpoint discards its pending deliveries; without the lock, this transaction could add deliveries after that.
 */
export async function loadSubscriptions(tx: Tx, userIds: Iterable<number>): Promise<Subscription[]> {
  const rows = await lockSubscriptions(tx, userIds);
  return rows.map(fromRow);
}

/**
 * Returns whether the endpoint receives the announcement. An endpoint that is limited to accounts receives the events
 * of these accounts, of their connections, and of rules that belong to one of the accounts or to none.
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
    contentKey: `${row.payload_version} ${viewKey(view)}`,
  };
}
