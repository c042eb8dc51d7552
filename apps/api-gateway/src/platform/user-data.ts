import { FEEDS_TABLE } from '../api/destinations/feed/feeds.store';
import { REBUILDS_OF_USERS } from '../model/rebuild/rebuilds.store';
import { ATTEMPTS_OF_USER } from '../model/stores/webhooks.store';
import { QueryModelTable } from '../model/tables';
import { UserData, UserTable } from '@tributary/service';
import { AUDIT_TABLES } from '../identity/audit/security-events.store';
import { GRANTS_TABLE } from '../identity/authorizations/grants.store';
import { APPS_TABLE } from '../identity/authorizations/oauth-apps.store';
import { ARTIFACTS_TABLE } from '../identity/authorizations/oauth-artifacts.store';
import { TOKENS_TABLE } from '../identity/authorizations/tokens.store';
import { ONE_USE_CODES_TABLE } from '../identity/codes/one-use-codes.store';
import { EXPORT_TABLES } from '../identity/export/user-exports.store';
import { MAIL_TABLES } from '../identity/mail/mails.store';
import { FAILING_SINCE_TABLE } from '../identity/notices/watched.store';
import { SESSIONS_TABLE } from '../identity/sessions/sessions.store';
import { SETUPS_TABLE } from '../identity/setups/setups.store';
import { USERS_TABLE } from '../identity/users/users.store';
import { IDEMPOTENCY_KEYS_TABLE } from '../rest/idempotency/idempotency-keys.store';

/** The gateway's own data: accounts, accesses of people and programs, and their actions. */
const OWN: readonly UserTable[] = [
  ...EXPORT_TABLES,
  USERS_TABLE,
  ...MAIL_TABLES,
  FAILING_SINCE_TABLE,
  APPS_TABLE,
  GRANTS_TABLE,
  TOKENS_TABLE,
  IDEMPOTENCY_KEYS_TABLE,
  SETUPS_TABLE,
  ONE_USE_CODES_TABLE,
  ARTIFACTS_TABLE,
  SESSIONS_TABLE,
  FEEDS_TABLE,
  ...AUDIT_TABLES,
];

/** Copies of data that its owners store and export. Attempts and counts come before the rows that identify their user. */
const QUERY_MODEL: readonly UserTable[] = [
  ATTEMPTS_OF_USER,
  ...(
    [
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
      'categories',
      'settlements',
      'transfer_pairs',
      'reprocessings',
      'balance_entries',
      'account_balances',
      'holdings',
      'account_holdings',
      'accounts',
      'connections',
    ] as const satisfies readonly (QueryModelTable | 'change_clocks' | 'model_changes')[]
  ).map((table) => ({ table, rowsOfUserSql: 't.user_id = $1' })),
];

/** Data of users in the gateway. */
export const USER_DATA: UserData = {
  tables: [...OWN, ...QUERY_MODEL],
  unfinished: REBUILDS_OF_USERS.unfinished,
  others: {
    ...REBUILDS_OF_USERS.others,
    institutions: 'what providers list',
    exchange_rates: 'what the European Central Bank publishes',
    request_counts: 'counts of the present minute or hour, by ids of users, networks and hosts',
    invitations:
      'hashes of codes until somebody uses them, and for whom; those for an address go when its erasure begins',
    sign_in_failures: 'wrong passwords, by hashes; those of an account go when its erasure begins',
    user_erasures: 'ids of users who are erased, and when',
  },
};
