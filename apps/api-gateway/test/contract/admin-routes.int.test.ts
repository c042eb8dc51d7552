import {
  ADMINISTRATION_COMMANDS,
  InstitutionUpsertedV1,
  ListProviderKeys,
  ProviderKeys,
  RemoveProviderKeys,
  SetProviderKeys,
} from '@tributary/contracts';
import type { Consumption } from '@tributary/messaging';
import { recentAccess } from '../../src/identity/access/recent-access';
import { administrator } from '../administrators';
import { fake, GatewayUnderTest } from '../gateway-under-test';
import { servedDocument } from './api-document';

/** A route of administration, as the document has it. */
interface AdminRoute {
  /** `PUT /admin/users/{userId}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly success: number;
  readonly hasBody: boolean;
  readonly isList: boolean;
}

const KEYS: ProviderKeys = {
  provider: 'PROVIDER_A',
  source: 'ENTERED',
  setAt: '2026-03-02T06:10:00.000Z',
  keys: [],
};
const IDLE = {
  trouble: null,
  outbox: 0,
  oldestOutboxS: null,
  deadLetters: 0,
  jobsWaiting: 0,
  jobsFailed: 0,
  groups: null,
};
/** Names what is nowhere, whatever a path's parameter is. */
const NOWHERE = { service: 'nobody', provider: 'PROVIDER_X' } as const;
const UNKNOWN_ID = '999999';

let gateway: GatewayUnderTest;
let token: string;
let administratorId: number;
let played: Consumption;
let routes: readonly AdminRoute[];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ COMMAND_TIMEOUT_MS: '500' });
  ({ token, userId: administratorId } = await administrator(gateway));
  played = await gateway.playOwner(
    fake(ADMINISTRATION_COMMANDS['ingestion-sync'].showState, () => IDLE),
    fake(ADMINISTRATION_COMMANDS['ingestion-sync'].showSizes, () => ({
      bytes: 0,
      databaseBytes: 0,
      tables: [],
    })),
    fake(ListProviderKeys, () => ({ providers: [KEYS] })),
    fake(SetProviderKeys, () => KEYS),
    fake(RemoveProviderKeys, () => ({ ...KEYS, source: null })),
  );
  routes = await routesOfAdministrators();
}, 60_000);
afterAll(async () => {
  await played.stop();
  await gateway.close();
});

async function routesOfAdministrators(): Promise<AdminRoute[]> {
  interface Documented {
    readonly 'x-role'?: string;
    readonly requestBody?: object;
    readonly responses: Readonly<Record<string, object>>;
    readonly parameters?: readonly { readonly name: string }[];
  }
  const { paths } = await servedDocument(gateway);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Documented>>)
      .filter(([, operation]) => operation['x-role'] === 'ADMIN')
      .map(([verb, { requestBody, responses, parameters = [] }]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        method: verb.toUpperCase(),
        path,
        success: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
        hasBody: requestBody !== undefined,
        isList: parameters.some(({ name }) => name === 'page[size]'),
      })),
  );
}

/** A body that each route with one accepts. A route that is added and missing here fails. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /admin/services/{service}/dead-letters/replay': { all: true },
  'POST /admin/services/{service}/dead-letters/drop': { topic: InstitutionUpsertedV1.topic },
  'POST /admin/services/{service}/requests': { kind: 'checksum-query-model', parameters: {} },
  'PUT /admin/providers/{provider}': { keys: { secret_key: 'hidden-1234' } },
  'POST /admin/users': { name: 'Aino', email: 'aino@example.com', plan: 'PLUS' },
  'PUT /admin/users/{userId}': { plan: 'FREE', disabled: true },
  'POST /admin/invitations': { email: 'guest@example.com', days: 7 },
};

/** What must have been done before a route finds what it is called for. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  'DELETE /admin/query-model/rebuild': () => call('POST', '/admin/query-model/rebuild'),
};

async function call(method: string, path: string, body?: object) {
  return gateway.request(`/api/v1${path}`, { method, token, body });
}

/** What each parameter of a path names, newly made for the route that is called. */
const PRESENT: Readonly<Record<string, () => Promise<string>>> = {
  service: () => Promise.resolve('api-gateway'),
  provider: () => Promise.resolve('PROVIDER_A'),
  userId: async () => String(await gateway.user(`user${Math.random()}@example.com`)),
  deadLetterId: async () => {
    const [row] = await gateway.database.query<{ id: number }>(
      `insert into dead_letters (message_id, item, topic, key, value, headers, error, attempts)
       values (gen_random_uuid()::text, -1, $1, '5', '{}', '{}', 'ContractViolationError: /', 3) returning id`,
      [InstitutionUpsertedV1.topic],
    );
    return String(row?.id);
  },
  requestId: async () => {
    await PRESENT['deadLetterId']?.();
    const replayed = await call('POST', '/admin/services/api-gateway/dead-letters/replay', { all: true });
    return (replayed.body['data'] as { request: { id: string } }).request.id;
  },
  tokenId: async () => String(await inserted(TOKEN)),
  grantId: async () => String(await inserted(GRANT)),
  appId: async () => String(await inserted(`${APP} select id from app`)),
  invitationId: async () => {
    await call('POST', '/admin/invitations', { days: 1 });
    const [newest] = (await gateway.list('/admin/invitations', token)).body.data;
    return String(newest?.['id']);
  },
};

const APP = `with app as (
  insert into oauth_apps (client_id, user_id, name, redirect_uris, scopes, confidential, manages_users)
  values (gen_random_uuid(), $1, 'App', '{}', '{}', true, false) returning id)`;
const GRANT = `${APP} insert into grants (user_id, app_id, scopes) select $1, id, '{}' from app returning id`;
const TOKEN = `insert into tokens (user_id, kind, name, token_hash, expires_at)
  values ($1, 'PERSONAL', 'test', sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour') returning id`;

/** Inserts a row of a new user. @returns its id */
async function inserted(sql: string): Promise<number> {
  const user = await gateway.user(`owner${Math.random()}@example.com`);
  const [row] = await gateway.database.query<{ id: number }>(sql, [user]);
  return row?.id ?? 0;
}

const PARAMETER = /\{(\w+)\}/g;

async function namingPresent(path: string): Promise<string> {
  let named = path;
  for (const [parameter, name = ''] of path.matchAll(PARAMETER)) {
    const make = PRESENT[name];
    if (!make) throw new Error(`nothing is made for {${name}}`);
    named = named.replace(parameter, await make());
  }
  return named;
}

/** The path for each of its parameters, with that one naming nothing. */
async function namingNothing(path: string): Promise<string[]> {
  const parameters = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
  return Promise.all(
    parameters.map((name) => {
      const nowhere = name === 'service' || name === 'provider' ? NOWHERE[name] : UNKNOWN_ID;
      return namingPresent(path.replace(`{${name}}`, nowhere));
    }),
  );
}

it('every route of administrators that takes a body has a valid one here', () => {
  const named = routes.filter(({ hasBody }) => hasBody).map(({ name }) => name);
  expect(Object.keys(BODIES).sort()).toEqual(named.sort());
});

it('each accepts what the document says, with the status that it says', async () => {
  const answers: Record<string, number> = {};
  for (const { name, method, path } of routes) {
    await BEFORE[name]?.();
    answers[name] = (await call(method, await namingPresent(path), BODIES[name])).status;
  }
  expect(answers).toEqual(Object.fromEntries(routes.map(({ name, success }) => [name, success])));
}, 60_000);

it('each is 404 for an id that names nothing', async () => {
  const found: Record<string, number> = {};
  for (const { name, method, path } of routes) {
    for (const nowhere of await namingNothing(path)) {
      const { status } = await call(method, nowhere, BODIES[name]);
      if (status !== 404) found[`${name} as ${nowhere}`] = status;
    }
  }
  expect(found).toEqual({});
}, 60_000);

it('each refuses a body that is empty or has a member too many, and a page that no list has', async () => {
  const found: Record<string, number> = {};
  for (const { name, method, path, isList } of routes) {
    const at = await namingPresent(path);
    const body = BODIES[name];
    if (isList) {
      const { status } = await call(method, `${at}?page[size]=1000`);
      if (status !== 422) found[`${name} with a large page`] = status;
    }
    if (body === undefined) continue;
    const { status } = await call(method, at, { ...body, unheard_of: true });
    if (status !== 422) found[`${name} with a member too many`] = status;
    if (name === 'POST /admin/invitations') continue; // for whoever comes, by default
    const empty = await call(method, at, {});
    if (empty.status !== 422) found[`${name} without a member`] = empty.status;
  }
  expect(found).toEqual({});
}, 60_000);

it('each that changes something reads the role again, which may have been taken a moment ago', async () => {
  const found: Record<string, number> = {};
  const role = (name: 'ADMIN' | 'USER') =>
    gateway.database.execute('update users set role = $1 where id = $2', [name, administratorId]);
  for (const { name, method, path } of routes.filter(({ method }) => method !== 'GET')) {
    await BEFORE[name]?.();
    const at = await namingPresent(path);
    await call('GET', '/user'); // What the token may do is known now.
    await role('USER');
    found[name] = (await call(method, at, BODIES[name])).status;
    await role('ADMIN');
    recentAccess(gateway.database).forget();
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 403])));
  expect(Object.keys(found).length).toBeGreaterThan(10);
}, 60_000);
