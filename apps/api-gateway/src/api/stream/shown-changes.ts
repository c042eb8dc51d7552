import { groupBy } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { Scope } from '../../identity/permissions/scopes';
import { ChangedResource, CHANGED_IDS_MAX, ModelChange } from '../../model/model-changes';

/** The scope that reads each resource over REST. */
const READ_BY: Readonly<Record<ChangedResource, Scope>> = {
  institutions: 'financial-connections:read',
  connections: 'financial-connections:read',
  accounts: 'accounts:read',
  balances: 'accounts:read',
  holdings: 'accounts:read',
  transactions: 'transactions:read',
  settlements: 'transactions:read',
  'transfer-pairs': 'transactions:read',
  reprocessings: 'transactions:read',
  rules: 'rules:read',
  'rule-logs': 'rules:read',
  'rule-applications': 'rules:read',
  categories: 'transactions:read',
  destinations: 'destinations:read',
  'transfer-links': 'transfer-links:read',
  transfers: 'transfer-links:read',
  'transfer-logs': 'transfer-links:read',
  'drift-checks': 'transfer-links:read',
  'webhook-endpoints': 'webhooks:read',
  'webhook-deliveries': 'webhooks:read',
  'webhook-events': 'webhooks:read',
};

/** Data of the event `changed`. */
export interface ChangedEvent {
  readonly resource: ChangedResource;
  /** Empty if too many ids changed to name them, or if this reader may see none. */
  readonly ids: readonly string[];
  /** Absent where the resource does not belong to accounts, or where there are too many. */
  readonly account_ids?: readonly string[];
}

/** Events of the changes that the access may see: one for each resource, in the order of their first change. */
export function changedEvents(changes: readonly ModelChange[], access: Access): ChangedEvent[] {
  const seen = changes.filter((change) => isSeen(change, access));
  return [...groupBy(seen, ({ resource }) => resource)].flatMap(([resource, ofResource]) =>
    resource === null ? [] : [eventOf(resource, ofResource, access)],
  );
}

/** Whether everything may have changed. */
export function isReset(changes: readonly ModelChange[]): boolean {
  return changes.some(({ resource }) => resource === null);
}

function isSeen({ resource, account_ids: of }: ModelChange, access: Access): boolean {
  if (resource === null || !access.allows(READ_BY[resource])) return false;
  if (access.accountIds === null || of === null) return true;
  const granted = new Set(access.accountIds);
  return of.every((id) => granted.has(id));
}

function eventOf(resource: ChangedResource, changes: readonly ModelChange[], access: Access): ChangedEvent {
  const ids = new Set(changes.flatMap((change) => idsOf(change, access) ?? []));
  const isAllNamed = changes.every((change) => idsOf(change, access) !== null) && ids.size <= CHANGED_IDS_MAX;
  const accountIds = new Set(changes.flatMap(({ account_ids: of }) => of ?? []));
  const isOfAccounts =
    changes.every(({ account_ids: of }) => of !== null) && accountIds.size <= CHANGED_IDS_MAX;
  return {
    resource,
    ids: isAllNamed ? texts(ids) : [],
    ...(isOfAccounts ? { account_ids: texts(accountIds) } : {}),
  };
}

/**
 * Returns the ids that this reader may see; null if some may not be named. A resource of the user as a whole, such as a
 * rule, may concern other accounts: a token for single accounts learns only that it changed.
 */
function idsOf(change: ModelChange, { accountIds }: Access): readonly number[] | null {
  const isHidden = change.user_id !== null && change.account_ids === null && accountIds !== null;
  return isHidden ? null : change.ids;
}

function texts(ids: ReadonlySet<number>): string[] {
  return [...ids].map(String);
}
