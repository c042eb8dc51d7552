import { Tx } from '@tributary/persistence';
import { UserData } from '@tributary/service';
import { removeEndpoint } from '../endpoints/remove-endpoint';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';

const ACCOUNTS = 't.account_id in (select id from accounts where user_id = $1)';
const ENDPOINTS = 'select id from webhook_endpoints where user_id = $1';
const GONE_ENDPOINTS = 'select endpoint_id from erasures';

/** The users' data of this service. */
export const USER_DATA: UserData = {
  tables: [
    {
      table: 'delivery_attempts',
      of: `t.delivery_id in (select id from deliveries where endpoint_id in (${ENDPOINTS}))`,
      ofErased: `t.delivery_id in (select id from deliveries where endpoint_id in (${GONE_ENDPOINTS}))`,
      handedOver: { kind: 'webhook_delivery_attempts' },
    },
    {
      table: 'deliveries',
      of: `t.endpoint_id in (${ENDPOINTS})`,
      ofErased: `t.endpoint_id in (${GONE_ENDPOINTS})`,
      handedOver: { kind: 'webhook_deliveries', without: ['traceparent', 'body_bytes', 'lane'] },
    },
    {
      table: 'delivery_contents',
      of: 't.user_id = $1',
      handedOver: { kind: 'webhook_contents' },
    },
    {
      table: 'erasures',
      of: 'false',
      ofErased: 'not exists (select 1 from deliveries d where d.endpoint_id = t.endpoint_id)',
    },
    { table: 'sending_states', of: `t.endpoint_id in (${ENDPOINTS})` },
    { table: 'recorded_events', of: 't.user_id = $1', handedOver: { kind: 'webhook_events' } },
    { table: 'announced_transactions', of: ACCOUNTS },
    { table: 'announced_balances', of: ACCOUNTS },
    { table: 'announced_holdings', of: ACCOUNTS },
    { table: 'announced_connections', of: 't.user_id = $1' },
    { table: 'announced_rules', of: 't.user_id = $1' },
    { table: 'accounts', of: 't.user_id = $1' },
    {
      table: 'webhook_endpoints',
      of: 't.user_id = $1',
      handedOver: {
        kind: 'webhook_endpoints',
        without: ['secret', 'retired_secrets'],
      },
    },
  ],
  others: {},
  begin: removeEndpoints,
};

/** Sending stops, and signing secrets are destroyed, immediately. */
async function removeEndpoints(tx: Tx, userId: number): Promise<void> {
  const endpoints = await tx.manager.find(WebhookEndpoint, {
    where: { userId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  for (const endpoint of endpoints) await removeEndpoint(tx, endpoint);
}
