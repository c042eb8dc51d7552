import { FULL, mainThreadMsOf, SHARE_SEED, shareOf, Visitor } from '@tributary/testing';
import { Client } from 'undici';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsFor, routeOf } from './api-document';
import { publishFilled } from './filled-events';
import { casesOf, HostileCase, HostileRequest, ordinaryRequest, pageCases, Size } from './hostile-shapes';
import { playAllOwners } from './played-owners';
import { edgeBodies } from './random-request';

/** What a usual run plays of each kind, or as many as `HOSTILE_SHAPES` says; all with `FULL=1`. */
const SHARE = Number(process.env['HOSTILE_SHAPES'] ?? 60);
/** A cost below it says nothing about growth. */
const JUDGED_MS = 20;
const RATIO_MAX = 2.5;
const THREAD_MS_MAX = 200;
const ERROR_BYTES_MAX = 64 * 1024;
const MEMORY_BYTES_MAX = 100 * 1024 * 1024;
const TRIES = 4;

let gateway: GatewayUnderTest;
let client: Client;
let operations: readonly Operation[];
let tokens: Readonly<Record<'owner' | 'nobody', string | null>>;
let stopOwners: () => Promise<void>;
let hidden: { csrf: string; cookie: string };
const found = { cases: 0, routes: new Set<string>(), shapes: new Set<string>() };
const worst = { ms: { value: 0, of: '' }, ratio: { value: 0, of: '' }, bytes: { value: 0, of: '' } };

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
      `largest ratio ${worst.ratio.value.toFixed(2)} (${worst.ratio.of}), largest response ${worst.bytes.value} bytes (${worst.bytes.of})\n`,
  );
  await client.close();
  await stopOwners();
  await gateway.stop();
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

/** The least of several, for the machine is shared; once where that is little. */
async function leastMs(request: HostileRequest, token: string | null): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < TRIES && least > JUDGED_MS; turn += 1) {
    least = Math.min(least, await mainThreadMsOf(() => send(request, token)));
  }
  return least;
}

/** How much more the whole costs than the half; measured again where the first measurement looks bad. 0: not judged. */
async function ratioOf(
  ms: number,
  whole: HostileRequest,
  half: HostileRequest,
  token: string | null,
): Promise<number> {
  let wholeMs = ms;
  for (let turn = 0; turn < TRIES && wholeMs >= JUDGED_MS; turn += 1) {
    const ratio = wholeMs / Math.max(1, await leastMs(half, token));
    if (ratio <= RATIO_MAX || turn === TRIES - 1) return ratio;
    wholeMs = Math.min(wholeMs, await leastMs(whole, token));
  }
  return 0;
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
  const request = (size: Size) => hostile.request(size);
  const [whole, half] = [request('whole'), request('half')];
  const memory = process.memoryUsage().rss;
  const { status, bytes } = await send(whole, token);
  const grown = process.memoryUsage().rss - memory;
  const ms = await leastMs(whole, token);
  const ratio = await ratioOf(ms, whole, half, token);
  note('ms', ms, title);
  note('ratio', ratio, title);
  note('bytes', bytes, title);
  return [
    ...(status >= 500 ? [`${title}: ${status}`] : []),
    ...(status >= 400 && bytes > ERROR_BYTES_MAX ? [`${title}: ${status} with ${bytes} bytes`] : []),
    ...(status < 400 && bytes > 2 * ordinaryBytes
      ? [`${title}: ${bytes} bytes, ordinarily ${ordinaryBytes}`]
      : []),
    ...(ms > THREAD_MS_MAX ? [`${title}: ${ms.toFixed(0)} ms`] : []),
    ...(ratio > RATIO_MAX ? [`${title}: ${ratio.toFixed(1)} times the half`] : []),
    ...(grown > MEMORY_BYTES_MAX ? [`${title}: ${grown} bytes of memory`] : []),
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
  const faults: string[] = [];
  for (const hostile of shareOf(pageCases(hidden), SHARE)) {
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
