import { UserData, UserTable } from '@tributary/service';

const GRANTS = 'select id from grants where user_id = $1';

/** The gateway's own data: accounts, accesses of people and programs, and their actions. */
const OWN: readonly UserTable[] = [
  {
    table: 'user_export_parts',
    of: 't.export_id in (select id from user_exports where user_id = $1)',
  },
  { table: 'user_exports', of: 't.user_id = $1' },
  { table: 'users', of: 't.id = $1', handedOver: { kind: 'user', without: ['password_hash'] } },
  { table: 'mails', of: 't.user_id = $1', handedOver: { kind: 'mails', without: ['code_hash'] } },
  {
    table: 'notice_settings',
    of: 't.user_id = $1',
    handedOver: { kind: 'notice_settings', key: 't.user_id' },
  },
  // Repeats what the query model says of connections and links.
  { table: 'failing_since', of: 't.user_id = $1' },
  { table: 'oauth_apps', of: 't.user_id = $1', handedOver: { kind: 'apps', without: ['secret_hash'] } },
  { table: 'grants', of: 't.user_id = $1', handedOver: { kind: 'grants' } },
  {
    table: 'tokens',
    of: 't.user_id = $1',
    handedOver: { kind: 'tokens', without: ['token_hash', 'oauth'] },
  },
  // Encrypted answers, stored for a day.
  { table: 'idempotency_keys', of: 't.user_id = $1' },
  // Where a browser is sent once, sealed.
  { table: 'setups', of: 't.user_id = $1' },
  // Links that sign in, as hashes, for minutes.
  { table: 'one_use_codes', of: 't.user_id = $1' },
  { table: 'oauth_artifacts', of: `t.grant_id in (${GRANTS})` },
  { table: 'sessions', of: 't.user_id = $1', handedOver: { kind: 'sessions', without: ['session_hash'] } },
  {
    table: 'feeds',
    of: 't.user_id = $1',
    handedOver: { kind: 'feeds', without: ['claim_hash', 'access_hash'] },
  },
  {
    table: 'known_networks',
    of: 't.user_id = $1',
    handedOver: { kind: 'known_networks', keys: 'jsonb_build_array(t.subject, t.network)' },
  },
  { table: 'security_events', of: 't.user_id = $1', handedOver: { kind: 'security_events' } },
];

/**
 * The query model repeats what its owners keep and export. Attempts and counts come before the rows that they are found
 * by.
 */
const QUERY_MODEL: readonly UserTable[] = [
  {
    table: 'webhook_attempts',
    of: `t.endpoint_id in (select id from webhook_endpoints where user_id = $1)
         or (t.endpoint_id, t.delivery_id) in (select endpoint_id, id from webhook_deliveries where user_id = $1)`,
  },
  ...[
    'webhook_deliveries',
    'webhook_events',
    'webhook_endpoints',
    'transactions',
    'transaction_counts',
    'change_clocks',
    'model_changes',
    'transfer_logs',
    'transfers',
    'drift_differences',
    'drift_checks',
    'transfer_links',
    'destinations',
    'rule_logs',
    'rule_applications',
    'rules',
    'settlements',
    'transfer_pairs',
    'reprocessings',
    'balance_entries',
    'account_balances',
    'holdings',
    'account_holdings',
    'accounts',
    'connections',
  ].map((table) => ({ table, of: 't.user_id = $1' })),
];

/** What the gateway keeps of users. */
export const USER_DATA: UserData = {
  tables: [...OWN, ...QUERY_MODEL],
  // A model that is built meanwhile may have got something of the user before: it is looked through once it is the model.
  unfinished: `select 1 from query_model_rebuilds where state = 'FILLING' and $1::bigint is not null`,
  others: {
    query_model_rebuilds: 'how far a rebuild is',
    query_model_replays: 'how far each owner is with it',
    query_model_replayed_messages: 'numbers of messages',
    institutions: 'what providers list',
    request_counts: 'counts of the present minute or hour, by ids of users, networks and hosts',
    invitations:
      'hashes of codes until somebody uses them, and for whom; those for an address go when its erasure begins',
    sign_in_failures: 'wrong passwords, by hashes; those of an account go when its erasure begins',
    user_erasures: 'ids of users who are erased, and when',
  },
};
