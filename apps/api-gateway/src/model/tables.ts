/**
 * The tables of the query model, each of which a rebuild fills again and then swaps for the present one. Add every new
 * table of the schema here, or to those that the gateway owns itself.
 */
export const QUERY_MODEL_TABLES = [
  'institutions',
  'exchange_rates',
  'connections',
  'accounts',
  'account_balances',
  'balance_entries',
  'account_holdings',
  'holdings',
  'transactions',
  'transaction_counts',
  'settlements',
  'transfer_pairs',
  'reprocessings',
  'rules',
  'rule_logs',
  'rule_applications',
  'categories',
  'destinations',
  'transfer_links',
  'transfers',
  'transfer_logs',
  'drift_checks',
  'drift_differences',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_events',
] as const;
export type QueryModelTable = (typeof QUERY_MODEL_TABLES)[number];
