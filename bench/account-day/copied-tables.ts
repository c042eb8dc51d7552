/** A table of a service with rows of one user, and how the rows of further users follow from them. */
export interface CopiedTable {
  readonly table: string;
  /** Columns with ids of the user's own things: moved by the same distance everywhere. */
  readonly ids: readonly string[];
  /** Ids in documents: paths by column, as `financial_accounts,0,id`. */
  readonly idsWithin?: Readonly<Record<string, readonly string[]>>;
  /** Documents that name the account as the bank does: paths by column. */
  readonly bankIdsWithin?: Readonly<Record<string, string>>;
  /** Columns with another value, as SQL of the original row `o` and the number `k` of the copy. */
  readonly values?: Readonly<Record<string, string>>;
  /** Which rows are copied, as SQL of the row `o`; absent: all. */
  readonly where?: string;
}

/** SQL: the bank's id of a copied account, as the bench's bank understands it. */
export function copiedBankId(id: string): string {
  return `left(${id}, 24) || lpad(to_hex(k), 12, '0')`;
}

/** The bank lists 90 days, and no sync reads older rows. */
const recent = (id: string): string =>
  `exists (select from ingestion_sync.transactions t where t.id = ${id} and t.day >= current_date - 91)`;

/** A budget has many accounts more than there are links. */
const linked = (id: string): string =>
  `exists (select from transfer_engine.transfer_links l where l.destination_id = ${id})`;

/**
 * What the services hold of a user whose accounts are read, ruled, transferred and announced, without past deliveries and
 * logs. What others refer to comes first.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    table: 'api_gateway.users',
    ids: ['id'],
    values: { email: "'user-' || k || '@tributary.localhost'", role: "'USER'" },
  },
  { table: 'ingestion_sync.connections', ids: ['id', 'user_id'] },
  {
    table: 'ingestion_sync.financial_accounts',
    ids: ['id', 'user_id', 'connection_id'],
    values: { external_id: copiedBankId('o.external_id') },
  },
  { table: 'ingestion_sync.allowances', ids: ['account_id'] },
  { table: 'ingestion_sync.balances', ids: ['id', 'account_id'] },
  { table: 'ingestion_sync.transactions', ids: ['id', 'account_id'], where: recent('o.id') },
  {
    table: 'rule_engine.accounts',
    ids: ['id', 'user_id'],
    bankIdsWithin: { facts: 'integrator_id' },
  },
  { table: 'rule_engine.rules', ids: ['id', 'user_id'] },
  { table: 'rule_engine.rule_conditions', ids: ['id', 'rule_id'] },
  { table: 'rule_engine.rule_actions', ids: ['id', 'rule_id'] },
  { table: 'rule_engine.rule_accounts', ids: ['account_id', 'rule_id'] },
  { table: 'rule_engine.transfer_links', ids: ['id', 'account_id', 'user_id'] },
  { table: 'rule_engine.rule_transfer_links', ids: ['transfer_link_id', 'rule_id'] },
  {
    table: 'rule_engine.shaped_transactions',
    ids: ['transaction_id', 'account_id', 'user_id'],
    idsWithin: { outputs: ['0,transferLinkId'] },
    where: recent('o.transaction_id'),
  },
  { table: 'transfer_engine.accounts', ids: ['id', 'user_id'] },
  { table: 'transfer_engine.account_balances', ids: ['account_id'] },
  { table: 'transfer_engine.destination_connections', ids: ['id', 'user_id'] },
  {
    table: 'transfer_engine.destination_units',
    ids: ['id', 'connection_id', 'user_id'],
    idsWithin: { document: ['connection_id'] },
  },
  {
    table: 'transfer_engine.destination_targets',
    ids: ['id', 'unit_id', 'user_id'],
    idsWithin: { document: ['budget_id'] },
    where: linked('o.id'),
  },
  {
    table: 'transfer_engine.transfer_links',
    ids: ['id', 'user_id', 'financial_account_id', 'destination_id'],
  },
  {
    table: 'transfer_engine.transfers',
    ids: ['id', 'link_id', 'destination_id', 'transaction_id', 'account_id', 'user_id', 'unit_id'],
    where: recent('o.transaction_id'),
  },
  {
    table: 'webhook_dispatcher.accounts',
    ids: ['id', 'user_id', 'connection_id'],
    idsWithin: { document: ['financial_connection_id'] },
    bankIdsWithin: { document: 'integrator_id' },
  },
  {
    table: 'webhook_dispatcher.announced_transactions',
    ids: ['transaction_id', 'account_id'],
    where: recent('o.transaction_id'),
  },
  { table: 'webhook_dispatcher.announced_balances', ids: ['account_id'] },
  { table: 'webhook_dispatcher.announced_connections', ids: ['connection_id', 'user_id'] },
  { table: 'webhook_dispatcher.announced_rules', ids: ['rule_id', 'user_id'] },
  { table: 'webhook_dispatcher.webhook_endpoints', ids: ['id', 'user_id'] },
  { table: 'webhook_dispatcher.sending_states', ids: ['endpoint_id'] },
  { table: 'api_gateway.connections', ids: ['id', 'user_id'] },
  {
    table: 'api_gateway.accounts',
    ids: ['id', 'user_id'],
    idsWithin: { document: ['financial_connection_id'] },
    bankIdsWithin: { document: 'integrator_id' },
  },
  { table: 'api_gateway.account_balances', ids: ['account_id', 'user_id'] },
  { table: 'api_gateway.balance_entries', ids: ['account_id', 'id', 'user_id'] },
  {
    table: 'api_gateway.rules',
    ids: ['id', 'user_id'],
    idsWithin: {
      document: [
        ...['conditions', 'actions', 'transfer_links'].map((list) => `${list},0,id`),
        ...[0, 1, 2, 3].map((index) => `financial_accounts,${index},id`),
      ],
    },
  },
  {
    table: 'api_gateway.destinations',
    ids: ['id', 'user_id', 'connection_id'],
    idsWithin: { document: ['connection_id', 'budget_id'] },
    where: `o.kind <> 'BUDGET_ACCOUNT' or ${linked('o.id')}`,
  },
  {
    table: 'api_gateway.transfer_links',
    ids: ['id', 'user_id'],
    idsWithin: { document: ['destination_id', 'financial_account_id'] },
  },
  {
    table: 'api_gateway.transfers',
    ids: ['transaction_id', 'id', 'user_id', 'account_id', 'transfer_link_id'],
    where: recent('o.transaction_id'),
  },
  { table: 'api_gateway.webhook_endpoints', ids: ['id', 'user_id'] },
  {
    table: 'api_gateway.transactions',
    ids: ['user_id', 'id', 'account_id'],
    where: recent('o.id'),
  },
  { table: 'api_gateway.change_clocks', ids: ['user_id'] },
];
