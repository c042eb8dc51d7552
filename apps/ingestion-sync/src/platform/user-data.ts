import { UserData } from '@tributary/service';

const ACCOUNTS = 't.account_id in (select id from financial_accounts where user_id = $1)';
const IMPORTS = 't.import_id in (select id from file_imports where user_id = $1)';
const CONNECTIONS = 'select id from connections where user_id = $1';

/** What of an account's row is about our own work. */
const SYNC_BOOKKEEPING = [
  'sync_cursor',
  'fence',
  'lease_until',
  'lost_syncs',
  'present_user_sealed',
  'balance_digest',
  'holdings_digest',
];

/** What this service keeps of users. */
export const USER_DATA: UserData = {
  tables: [
    { table: 'held_windows', of: ACCOUNTS },
    { table: 'allowances', of: ACCOUNTS },
    {
      table: 'rejected_transactions',
      of: ACCOUNTS,
      handedOver: { kind: 'rejected_transactions', without: ['raw_sealed'] },
    },
    { table: 'settlements', of: ACCOUNTS, handedOver: { kind: 'settlements' } },
    { table: 'holdings', of: ACCOUNTS, handedOver: { kind: 'holdings' } },
    { table: 'balances', of: ACCOUNTS, handedOver: { kind: 'balances' } },
    { table: 'transfer_pairs', of: 't.user_id = $1', handedOver: { kind: 'transfer_pairs' } },
    { table: 'transfer_searches', of: 't.user_id = $1' },
    { table: 'transfer_search_requests', of: 't.user_id = $1' },
    { table: 'transactions', of: ACCOUNTS, handedOver: { kind: 'transactions' } },
    {
      table: 'reprocessings',
      of: 't.user_id = $1',
      handedOver: { kind: 'reprocessings' },
    },
    { table: 'file_import_pieces', of: IMPORTS },
    { table: 'file_import_entries', of: IMPORTS },
    { table: 'file_import_transactions', of: IMPORTS },
    { table: 'file_imports', of: 't.user_id = $1', handedOver: { kind: 'file_imports' } },
    {
      table: 'file_csv_readings',
      of: 't.user_id = $1',
      handedOver: { kind: 'file_csv_readings', keys: 'jsonb_build_array(t.shape)' },
    },
    { table: 'removed_accounts', of: `t.connection_id in (${CONNECTIONS})` },
    { table: 'consent_setups', of: `t.connection_id in (${CONNECTIONS})` },
    {
      table: 'financial_accounts',
      of: 't.user_id = $1',
      handedOver: { kind: 'accounts', without: SYNC_BOOKKEEPING },
    },
    {
      table: 'connections',
      of: 't.user_id = $1',
      handedOver: { kind: 'connections', without: ['consent_secret', 'requests_on', 'requests_made'] },
    },
    {
      table: 'institution_configs',
      of: 't.user_id = $1',
      handedOver: { kind: 'institution_configs', key: 't.institution_id' },
    },
    // Each goes when its provider has ended it.
    { table: 'unwanted_consents', of: 't.user_id = $1', ofErased: 'false' },
  ],
  others: {
    institutions: 'what providers list',
    institution_catalogues: 'when the lists were read',
    provider_keys: 'what the installation enters providers with',
  },
  unfinished: 'select 1 from unwanted_consents where user_id = $1',
  /** Nothing more is read; what opens a consent is kept, sealed, only until the provider has ended it. */
  async begin(tx, userId) {
    await tx.execute(
      `insert into unwanted_consents (provider, consent_id, consent_secret, user_id)
       select provider, consent_id, consent_secret, user_id from connections where user_id = $1
       union all
       select c.provider, s.consent_id, s.consent_secret, c.user_id
         from consent_setups s join connections c on c.id = s.connection_id
        where c.user_id = $1 and s.consent_id <> c.consent_id and s.outcome is distinct from 'GIVEN'`,
      [userId],
    );
    await tx.execute(`delete from consent_setups where connection_id in (${CONNECTIONS})`, [userId]);
    await tx.execute(
      `update connections set consent_secret = null, enabled = false, status = 'DISABLED' where user_id = $1`,
      [userId],
    );
    await tx.execute(
      `update financial_accounts
          set enabled = false, next_sync_at = null, sync_requested_at = null, present_user_sealed = null,
              lease_until = null, fence = fence + 1
        where user_id = $1`,
      [userId],
    );
  },
};
