import { AddressInfo, createServer, Socket } from 'node:net';
import { Visitor } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import type { AttackedUser } from '../attacked-system';
import { claimFeed, FeedAccess } from '../claimed-feed';
import type { RestClient } from '../../rest-client';
import type { AttackRequest, HostileKind } from './hostile-kind';
import { KINDS_OF_STRANGERS } from './kinds-of-strangers';

const HEAVY_RULE = {
  name: 'Heavy',
  conditions: Array.from({ length: 20 }, (_, index) => ({
    field_name: 'remittance_information.unstructured',
    operator: 'matches',
    value: `(a|b|c){0,30}(x|y){0,30}${index}$`,
  })),
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'Market' }],
};

const reads = (name: string, path: (turn: number) => string, parallel = 50): HostileKind => ({
  name,
  parallel,
  prepare: async () => ({ request: (turn) => ({ method: 'GET', path: path(turn) }) }),
});

const LIST = '/finance/transactions';

/** Every kind, from those with one request to those with thousands. */
export const HOSTILE_KINDS: readonly HostileKind[] = [
  reads('searches', (turn) => `${LIST}?disable_rules=1&filter[search]=zzzz${turn}`, 100),
  reads(
    'sorts',
    (turn) => `${LIST}?sort=mapped_fields.date,-amount&page[size]=100&page[number]=${1 + (turn % 100)}`,
  ),
  reads('filters', (turn) => `${LIST}?filter[additional_information]=zz${turn}&filter[creditor.name]=a`),
  reads('deep pages', (turn) => `${LIST}?page[size]=100&page[number]=${200 + (turn % 50)}`),
  reads('plain reads', () => `${LIST}?page[size]=100&include=financial_account,transfer_logs`),
  {
    name: 'rules',
    parallel: 20,
    prepare: async () => ({ request: () => ({ method: 'POST', path: '/rules', body: HEAVY_RULE }) }),
  },
  {
    name: 'previews',
    parallel: 20,
    prepare: async (_system, { accountIds }) => {
      const body = { rule: HEAVY_RULE, financial_account_ids: accountIds.slice(0, 50) };
      return { request: () => ({ method: 'POST', path: '/rules/preview', body }) };
    },
  },
  {
    name: 'applies',
    parallel: 10,
    prepare: async (system, { user, accountIds }) => {
      const { id } = await system.data<{ id: string }>('POST', '/rules', user.token, HEAVY_RULE);
      const body = { dry_run: false, financial_account_ids: accountIds };
      return { request: () => ({ method: 'POST', path: `/rules/${id}/apply`, body }) };
    },
  },
  {
    name: 'exports',
    parallel: 5,
    prepare: async () => ({
      request: (turn) =>
        turn % 2 === 0 ? { method: 'POST', path: '/user/exports' } : { method: 'GET', path: '/user/export' },
    }),
  },
  {
    name: 'feeds',
    parallel: 20,
    prepare: async (system, { user }) => {
      const feeds = await Promise.all(Array.from({ length: 5 }, () => feedOf(system, user)));
      return {
        request: (turn) => {
          const { address, authorization } = feeds[turn % feeds.length] ?? { address: '', authorization: '' };
          return { method: 'GET', path: address, authorization };
        },
      };
    },
  },
  {
    name: 'imports of history',
    parallel: 10,
    prepare: async (system, { user, accountIds }) => {
      const [connection] = await system.data<{ id: string }[]>('GET', '/finance/connections', user.token);
      const reprocessing = { connection_id: connection?.id, financial_account_ids: accountIds };
      return {
        request: (turn) =>
          turn % 2 === 0
            ? { method: 'POST', path: '/finance/reprocessings', body: reprocessing }
            : {
                method: 'POST',
                path: `/finance/accounts/${accountIds[turn % accountIds.length] ?? ''}/sync`,
                body: { user_present: false },
              },
      };
    },
  },
  {
    name: 'webhooks that hang',
    parallel: 10,
    prepare: async (system, { user, transactionIds }) => {
      const { port, close } = await silentServer();
      for (let count = 0; count < 20; count += 1) await endpoint(system, user, port, count);
      return {
        request: (turn) => changeOf(transactionIds, turn),
        end: async () => {
          await removeEndpoints(system, user);
          close();
        },
      };
    },
  },
  {
    name: 'endpoints by the hundred',
    parallel: 20,
    prepare: async (system, { user }) => ({
      request: (turn) => ({
        method: 'POST',
        path: '/webhooks',
        body: {
          url: `https://127.0.0.1:1/${turn}`,
          events: ['transactions.created'],
          type: 'AUTOMATION_A',
          omit_sensitive_identifiers: true,
        },
      }),
      end: () => removeEndpoints(system, user),
    }),
  },
  {
    name: 'small commands',
    parallel: 100,
    prepare: async (_system, { transactionIds }) => ({ request: (turn) => changeOf(transactionIds, turn) }),
  },
  {
    name: 'sign-ups',
    parallel: 20,
    prepare: async ({ url }) => {
      const path = `${url}/sign-up`;
      const { csrf, cookie } = await new Visitor(url).form('/sign-up');
      const values = { _csrf: csrf };
      return {
        request: (turn) =>
          turn % 2 === 0
            ? { method: 'GET', path, authorization: '' }
            : {
                method: 'POST',
                path,
                authorization: '',
                form: { values: { ...values, email: `${randomUUID()}@example.org` }, cookie },
              },
      };
    },
  },
  ...KINDS_OF_STRANGERS,
];

function changeOf(transactionIds: readonly string[], turn: number): AttackRequest {
  const id = transactionIds[turn % transactionIds.length] ?? '';
  return { method: 'PUT', path: `${LIST}/${id}`, body: { additional_information: `turn ${turn}` } };
}

/** Starts a server that accepts connections and sends nothing until it is closed. */
async function silentServer(): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function endpoint(
  system: RestClient,
  { token }: AttackedUser,
  port: number,
  count: number,
): Promise<void> {
  const body = { url: `https://127.0.0.1:${port}/${count}`, events: ['transactions.updated'] };
  await system.data('POST', '/webhooks', token, body);
}

async function removeEndpoints(system: RestClient, { token }: AttackedUser): Promise<void> {
  for (;;) {
    const { body } = await system.rest('GET', '/webhooks?page[size]=100', token);
    const found = (body.data ?? []) as { id: string }[];
    if (found.length === 0) return;
    for (const { id } of found) {
      const { status } = await system.rest('DELETE', `/webhooks/${id}`, token);
      if (status >= 400) return; // the attack used up its allowance; the next request continues
    }
  }
}

/** Creates a feed that an app reads. */
async function feedOf(system: RestClient, { token }: AttackedUser): Promise<FeedAccess> {
  const path = '/destinations/feed/connections';
  const made = await system.data<{ setup_token: string }>('POST', path, token, { name: 'Feed' });
  return claimFeed(made.setup_token);
}
