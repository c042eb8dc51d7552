/**
 * Its own modules: what work costs is measured beside none that other suites have loaded.
 * @jest-environment node
 */
import {
  COST_MAX,
  costOf,
  excessesOf,
  FULL,
  growthOf,
  ratioOf,
  SHARE_SEED,
  shareOf,
  Visitor,
} from '@tributary/testing';
import { Client } from 'undici';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsFor, routeOf, servedDocument } from './api-document';
import { publishFilled } from './filled-events';
import { pageCases, routesBesideDocument } from './hostile-pages';
import { casesOf, HostileCase, HostileRequest, ordinaryRequest, Size } from './hostile-shapes';
import { playAllOwners } from './played-owners';
import { edgeBodies } from './random-request';

/** What a usual run plays of each kind, or as many as `HOSTILE_SHAPES` says; all with `FULL=1`. */
const SHARE = Number(process.env['HOSTILE_SHAPES'] ?? 60);
/** Of all that a request takes, in however many turns. */
const THREAD_MS_MAX = 200;
const ERROR_BYTES_MAX = 64 * 1024;
const TRIES = 4;

let gateway: GatewayUnderTest;
let client: Client;
let operations: readonly Operation[];
let tokens: Readonly<Record<'owner' | 'nobody', string | null>>;
let stopOwners: () => Promise<void>;
let hidden: { csrf: string; cookie: string };
const found = { cases: 0, routes: new Set<string>(), shapes: new Set<string>() };
const worst = {
  ms: { value: 0, of: '' },
  ratio: { value: 0, of: '' },
  mb: { value: 0, of: '' },
  bytes: { value: 0, of: '' },
};

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  const userId = await gateway.user('owner@example.com');
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  tokens = { owner: await gateway.token({ userId }), nobody: null };
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand: () => undefined });
  operations = await operationsFor('hostile shapes', gateway);
  hidden = await new Visitor(gateway.url).form('/sign-in');
  // A redirect may repeat what the request's line had.
  client = new Client(gateway.url, { headersTimeout: 60_000, maxHeaderSize: 128 * 1024 });
}, 120_000);
afterAll(async () => {
  process.stderr.write(
    `hostile shapes (SHARE_SEED=${SHARE_SEED}): ${found.routes.size} routes × ${found.shapes.size} shapes, ${found.cases} cases; ` +
      `most processor time ${worst.ms.value.toFixed(0)} ms (${worst.ms.of}), ` +
      `largest ratio ${worst.ratio.value.toFixed(2)} (${worst.ratio.of}), ` +
      `most memory ${worst.mb.value.toFixed(0)} MB (${worst.mb.of}), largest response ${worst.bytes.value} bytes (${worst.bytes.of})\n`,
  );
  await client.close();
  await stopOwners();
  await gateway.close();
});

interface Response {
  readonly status: number;
  readonly bytes: number;
}

let networks = 0;

/** Each from a network of its own, for attempts are limited by network. */
async function send(request: HostileRequest, token: string | null): Promise<Response> {
  networks += 1;
  const { statusCode, body } = await client.request({
    method: request.method,
    path: request.path,
    headers: {
      'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...request.headers,
    },
    body: request.body,
  });
  return { status: statusCode, bytes: (await body.arrayBuffer()).byteLength };
}

/** What it costs at both sizes; beyond the most of processor time it is measured again, for the machine is shared. */
async function measured(hostile: HostileCase, token: string | null) {
  const responses: { whole?: Response } = {};
  const prepare = (part: Size) => {
    const request = hostile.request(part);
    return async () => {
      const response = await send(request, token);
      if (part === 'whole') responses.whole = response;
    };
  };
  const growth = await growthOf(prepare);
  let ms = growth.whole.spentMs;
  for (let turn = 1; turn < TRIES && ms > THREAD_MS_MAX; turn += 1) {
    ms = Math.min(ms, (await costOf(prepare('whole'))).spentMs);
  }
  return { growth, ms, ...(responses.whole ?? { status: 0, bytes: 0 }) };
}

/** The least of several, once where that is little. */
async function leastMs(request: HostileRequest, token: string | null): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < TRIES && least > COST_MAX.judgedFromMs; turn += 1) {
    least = Math.min(least, (await costOf(() => send(request, token))).spentMs);
  }
  return least;
}

function note(kind: keyof typeof worst, value: number, of: string): void {
  if (value > worst[kind].value) worst[kind] = { value, of };
}

/** What is wrong with the answers to the case. */
async function faultsOf(
  hostile: HostileCase,
  token: string | null,
  ordinaryBytes: number,
): Promise<string[]> {
  const { route, shape, at } = hostile;
  const title = `${route}, ${shape}${at === '' ? '' : ` (${at})`}, ${token === null ? 'nobody' : 'owner'}`;
  found.cases += 1;
  found.routes.add(route);
  found.shapes.add(shape);
  const { growth, ms, status, bytes } = await measured(hostile, token);
  note('ms', ms, title);
  note('ratio', ratioOf(growth), title);
  note('mb', growth.whole.grownMb, title);
  note('bytes', bytes, title);
  return [
    ...(status >= 500 ? [`${title}: ${status}`] : []),
    ...(status >= 400 && bytes > ERROR_BYTES_MAX ? [`${title}: ${status} with ${bytes} bytes`] : []),
    ...(status < 400 && bytes > 2 * ordinaryBytes
      ? [`${title}: ${bytes} bytes, ordinarily ${ordinaryBytes}`]
      : []),
    ...(ms > THREAD_MS_MAX ? [`${title}: ${ms.toFixed(0)} ms`] : []),
    ...excessesOf(growth).map((excess) => `${title}: ${excess}`),
  ];
}

describe.each(['owner', 'nobody'] as const)('hostile shapes, sent by %s', (sender) => {
  it('to each route of the API cost what they have of bytes, and get short answers', async () => {
    const all = operations.flatMap((operation) =>
      casesOf(operation).map((hostile) => ({ operation, hostile })),
    );
    expect(all.length).toBeGreaterThan(3000);
    const ordinary = new Map<string, number>();
    const faults: string[] = [];
    for (const { operation, hostile } of shareOf(all, SHARE)) {
      const route = routeOf(operation);
      if (!ordinary.has(route)) {
        const { status, bytes } = await send(ordinaryRequest(operation), tokens[sender]);
        // A refusal says nothing of the size of what is returned otherwise.
        ordinary.set(route, status < 400 ? bytes : Infinity);
      }
      faults.push(...(await faultsOf(hostile, tokens[sender], ordinary.get(route) ?? 0)));
    }
    expect(faults).toEqual([]);
  }, 3_600_000);
});

it('hostile shapes of pages and forms cost what they have of bytes, and get short answers', async () => {
  const documented = Object.entries((await servedDocument(gateway)).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const beside = routesBesideDocument(gateway.routes, documented);
  expect(beside.length).toBeGreaterThan(30);
  expect(gateway.routes.length).toBeGreaterThan(documented.length + beside.length);
  const faults: string[] = [];
  for (const hostile of shareOf(pageCases(hidden, beside), SHARE)) {
    const path = hostile.route.split(' ')[1] ?? '';
    const { bytes } = await send({ method: 'GET', path, headers: {}, body: null }, null);
    faults.push(...(await faultsOf(hostile, null, bytes)));
  }
  expect(faults).toEqual([]);
}, 3_600_000);

it('the most that the document allows of every body costs little of the thread that serves everybody', async () => {
  const requests = edgeBodies([...operations], 'most');
  expect(requests.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const { method, path, headers, body } of shareOf(requests, FULL ? requests.length : 25)) {
    const request = {
      method,
      path: `/api/v1${path}`,
      headers,
      body: body === null ? null : Buffer.from(body),
    };
    const { status, bytes } = await send(request, tokens.owner);
    const ms = await leastMs(request, tokens.owner);
    const title = `${method} ${path}, the most allowed (${request.body?.byteLength ?? 0} bytes)`;
    note('ms', ms, title);
    if (ms > THREAD_MS_MAX) faults.push(`${title}: ${ms.toFixed(0)} ms`);
    if (status >= 400 && bytes > ERROR_BYTES_MAX) faults.push(`${title}: ${status} with ${bytes} bytes`);
    if (status >= 500) faults.push(`${title}: ${status}`);
  }
  expect(faults).toEqual([]);
}, 600_000);
