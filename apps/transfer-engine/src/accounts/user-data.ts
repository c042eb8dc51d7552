import { UserData } from '@tributary/service';

const CONNECTIONS = 'select id from destination_connections where user_id = $1';
const UNITS = 'select id from destination_units where user_id = $1';
const BOOKKEEPING = ['trace', 'maybe_sent'];

/** What this service keeps of users. What is at destinations stays there, and is the user's. */
export const USER_DATA: UserData = {
  tables: [
    {
      table: 'transfer_logs',
      of: 't.transfer_id in (select id from transfers where user_id = $1)',
      handedOver: { kind: 'transfer_logs' },
    },
    { table: 'transfers', of: 't.user_id = $1', handedOver: { kind: 'transfers', without: BOOKKEEPING } },
    { table: 'drift_checks', of: 't.user_id = $1', handedOver: { kind: 'drift_checks' } },
    { table: 'balance_writes', of: 't.link_id in (select id from transfer_links where user_id = $1)' },
    { table: 'transfer_links', of: 't.user_id = $1', handedOver: { kind: 'transfer_links' } },
    { table: 'dispatch_claims', of: `t.unit_id in (${UNITS})` },
    { table: 'dispatch_leases', of: `t.unit_id in (${UNITS})` },
    { table: 'destination_requests', of: `t.connection_id in (${CONNECTIONS})` },
    {
      table: 'destination_targets',
      of: 't.user_id = $1',
      handedOver: { kind: 'destination_accounts' },
    },
    { table: 'destination_units', of: 't.user_id = $1', handedOver: { kind: 'destination_places' } },
    { table: 'destination_authorizations', of: `t.connection_id in (${CONNECTIONS})` },
    {
      table: 'destination_connections',
      of: 't.user_id = $1',
      handedOver: { kind: 'destination_connections', without: ['token', 'fence', 'lease_until'] },
    },
    { table: 'account_balances', of: 't.account_id in (select id from accounts where user_id = $1)' },
    { table: 'accounts', of: 't.user_id = $1' },
  ],
  others: {},
  /** Credentials are destroyed immediately, and sending stops. */
  async begin(tx, userId) {
    await tx.execute(`delete from destination_authorizations where connection_id in (${CONNECTIONS})`, [
      userId,
    ]);
    await tx.execute(
      'update destination_connections set token = null, enabled = false, deleted = true where user_id = $1',
      [userId],
    );
    await tx.execute('update transfer_links set active = false where user_id = $1', [userId]);
  },
};
