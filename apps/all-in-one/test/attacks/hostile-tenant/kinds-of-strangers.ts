import { FILE_BYTES_MAX } from '@tributary/contracts';
import { eventually, Visitor } from '@tributary/testing';
import type { RestClient } from '../../rest-client';
import { HOSTILE_RESPONSES, HostileResponse, HostileSimpleFin } from '../hostile-simplefin';
import type { AttackRequest, HostileKind } from './hostile-kind';

/** The networks of a flood of sign-ins, above those of users and guests. */
const NETWORKS = { from: 0xa000, count: 200 };

/** A response of 31 MB takes long to read. */
const CONNECTED = { timeoutMs: 120_000 };

/** Expensive input from outside: servers that users name, files, and callers without an account. */
export const KINDS_OF_STRANGERS: readonly HostileKind[] = [
  {
    name: 'a hostile SimpleFIN server',
    parallel: 5,
    prepare: async (system, { user: { token } }) => {
      const server = await HostileSimpleFin.start();
      const before = new Set(await idsOf(system, token));
      const institutionId = await simpleFin(system, token);
      for (const kind of Object.keys(HOSTILE_RESPONSES) as HostileResponse[])
        await system.data('POST', '/finance/connections', token, {
          institution_id: institutionId,
          setup_token: server.token(kind, `bench-${before.size}`),
        });
      const accounts = await eventually(async () => {
        const found = (await idsOf(system, token)).filter((id) => !before.has(id));
        if (found.length < Object.keys(HOSTILE_RESPONSES).length) throw new Error('accounts are missing');
        return found;
      }, CONNECTED);
      return {
        request: (turn): AttackRequest => ({
          method: 'POST',
          path: `/finance/accounts/${accounts[turn % accounts.length] ?? ''}/sync`,
          body: { user_present: false },
        }),
        end: () => server.stop(),
      };
    },
  },
  {
    name: 'files of unreadable rows',
    parallel: 4,
    prepare: async () => {
      const file = Buffer.alloc(FILE_BYTES_MAX, 'a\n');
      file.write('Booking date;Payee;Amount;Currency\n2026-03-02;Kahvila;-2.50;EUR\n');
      return {
        request: () => ({ method: 'POST', path: '/finance/imports?file_name=rows.csv', file }),
      };
    },
  },
  {
    name: 'sign-ins',
    parallel: 50,
    prepare: async ({ url }) => {
      const path = `${url}/sign-in`;
      const { csrf, cookie } = await new Visitor(url).form('/sign-in');
      const password = `a${'\u0301\u0316'.repeat(400)}`;
      return {
        request: (turn) => ({
          method: 'POST',
          path,
          authorization: '',
          network: NETWORKS.from + (turn % NETWORKS.count),
          form: {
            values: {
              _csrf: csrf,
              email: `nobody${turn}@example.org`,
              password: turn % 2 === 0 ? password : `wrong ${turn}`,
            },
            cookie,
          },
        }),
      };
    },
  },
];

async function idsOf(system: RestClient, token: string): Promise<string[]> {
  const found = await system.data<{ id: string }[]>(
    'GET',
    '/finance/accounts?sort=-id&page[size]=100',
    token,
  );
  return found.map(({ id }) => id);
}

async function simpleFin(system: RestClient, token: string): Promise<string> {
  const path = '/finance/institutions?filter[external_id]=SIMPLEFIN';
  const [found] = await system.data<{ id: string }[]>('GET', path, token);
  if (!found) throw new Error('SIMPLEFIN is not listed');
  return found.id;
}
