import { Tx } from '@tributary/persistence';
import { insertChanges, ModelChangeRow } from './stores/model-changes.store';
import { QueryModelTable } from './tables';

/** Resources whose changes `GET /stream` reports. */
export const CHANGED_RESOURCES = [
  'institutions',
  'connections',
  'accounts',
  'balances',
  'holdings',
  'transactions',
  'settlements',
  'transfer-pairs',
  'reprocessings',
  'rules',
  'rule-logs',
  'rule-applications',
  'categories',
  'destinations',
  'transfer-links',
  'transfers',
  'transfer-logs',
  'drift-checks',
  'webhook-endpoints',
  'webhook-deliveries',
  'webhook-events',
] as const;
export type ChangedResource = (typeof CHANGED_RESOURCES)[number];

/** Maximum of ids of one resource in an event: beyond it clients read the resource again. */
export const CHANGED_IDS_MAX = 100;

/** A resource that changed, of one user and of the same accounts. */
export interface ModelChange extends ModelChangeRow {
  /** Null: the resource is visible to all users, such as institutions. */
  readonly user_id: number | null;
  /** Null: anything may have changed. */
  readonly resource: ChangedResource | null;
  /** Null: more than are named. */
  readonly ids: readonly number[] | null;
  /** Null where a row does not name its accounts: the resource is the user's. */
  readonly account_ids: readonly number[] | null;
}

/** Resource that a changed row of a table belongs to, and the columns with its ids. */
interface Shown {
  readonly resource: ChangedResource;
  /** Null: a row has no id of the resource. */
  readonly id: string | null;
  /** Columns with the ids of its accounts. */
  readonly accounts: readonly string[];
}

const ofAccount = (
  resource: ChangedResource,
  id: string | null = 'id',
  ...accounts: readonly string[]
): Shown => ({
  resource,
  id,
  accounts: accounts.length > 0 ? accounts : ['account_id'],
});
const ofUser = (resource: ChangedResource): Shown => ({ resource, id: 'id', accounts: [] });

/** Resource that a row of each table changes; null where a row of another table changes with it. */
const SHOWN: Readonly<Record<QueryModelTable, Shown | null>> = {
  institutions: ofUser('institutions'),
  exchange_rates: null,
  connections: ofUser('connections'),
  accounts: ofAccount('accounts', 'id', 'id'),
  account_balances: ofAccount('balances', null),
  balance_entries: ofAccount('balances'),
  account_holdings: ofAccount('holdings', null),
  holdings: ofAccount('holdings'),
  transactions: ofAccount('transactions'),
  transaction_counts: null,
  settlements: ofAccount('settlements'),
  transfer_pairs: ofAccount('transfer-pairs', 'id', 'outgoing_account_id', 'incoming_account_id'),
  reprocessings: ofUser('reprocessings'),
  rules: ofUser('rules'),
  rule_logs: ofAccount('rule-logs'),
  rule_applications: ofUser('rule-applications'),
  categories: ofUser('categories'),
  destinations: ofUser('destinations'),
  transfer_links: ofUser('transfer-links'),
  transfers: ofAccount('transfers'),
  transfer_logs: ofAccount('transfer-logs'),
  drift_checks: ofAccount('drift-checks'),
  drift_differences: null,
  webhook_endpoints: ofUser('webhook-endpoints'),
  webhook_deliveries: ofAccount('webhook-deliveries'),
  webhook_attempts: null,
  webhook_events: ofAccount('webhook-events'),
};

/** Gathers what a transaction changes: a row for each user, resource and account, however many rows are written. */
export class ModelChanges {
  private readonly gathered = new Map<string, ModelChange & { readonly noted: Set<number> }>();

  note(table: QueryModelTable, rows: readonly object[]): void {
    const shown = SHOWN[table];
    if (!shown) return;
    for (const row of rows) this.noteRow(shown, row as Readonly<Record<string, unknown>>);
  }

  /** Records the changes, in the transaction that changes the model, and wakes the readers at its commit. One statement. */
  async record(tx: Tx): Promise<void> {
    const changes = [...this.gathered.values()].map(({ noted, ...change }): ModelChange => ({
      ...change,
      ids: noted.size > CHANGED_IDS_MAX ? null : [...noted],
    }));
    if (changes.length > 0) await insertChanges(tx, changes);
  }

  private noteRow({ resource, id, accounts }: Shown, row: Readonly<Record<string, unknown>>): void {
    const userId = idOf(row['user_id']);
    const named = accounts.flatMap((column) => idOf(row[column]) ?? []);
    // A row that names not all of its accounts is the user's, which tokens for single accounts learn nothing of.
    const accountIds = named.length > 0 && named.length === accounts.length ? named : null;
    const key = [userId, resource, accountIds].join('/');
    let change = this.gathered.get(key);
    if (!change) {
      change = { user_id: userId, resource, ids: null, account_ids: accountIds, noted: new Set() };
      this.gathered.set(key, change);
    }
    const changed = id === null ? null : idOf(row[id]);
    if (changed !== null && change.noted.size <= CHANGED_IDS_MAX) change.noted.add(changed);
  }
}

/** Records that anything may have changed, for everyone. */
export async function recordReset(tx: Tx): Promise<void> {
  await insertChanges(tx, [{ user_id: null, resource: null, ids: null, account_ids: null }]);
}

function idOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
