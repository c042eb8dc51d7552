import fc from 'fast-check';
import { Client } from 'undici';
import { DeclaredAnswers } from '../declared-answers';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsFor } from './api-document';
import { publishFilled } from './filled-events';
import { playAllOwners } from './played-owners';
import { allowedBody, edgeBodies, randomRequest, RandomRequest, Sender, SENDERS } from './random-request';

/** The same thousand by default, ten thousand others with `FULL=1`; `SEED` plays a run again. */
const IS_FULL = Boolean(process.env['FULL']);
const RUNS = IS_FULL ? 10_000 : 1_000;
/** Each is a command with its answer. */
const ALLOWED_RUNS = IS_FULL ? 10_000 : 400;
const SEED = Number(process.env['SEED'] ?? (IS_FULL ? Math.floor(Math.random() * 2 ** 31) : 1));

let gateway: GatewayUnderTest;
let client: Client;
let declared: DeclaredAnswers;
let tokens: Readonly<Record<Sender, string | null>>;
let stopOwners: () => Promise<void>;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  const otherId = await gateway.user('other@example.com', 'FREE');
  // Ids that no random path hits: a request that revokes its own sender's token would end the run.
  await gateway.database.execute('alter sequence tokens_id_seq restart with 9000001');
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  await publishFilled(gateway, { userId: otherId, mark: 'FOREIGN', offset: 1000 });
  tokens = {
    owner: await gateway.token({ userId }),
    other: await gateway.token({ userId: otherId }),
    restricted: await gateway.token({ userId, accountIds: [17] }),
    reader: await gateway.token({ userId, scopes: ['transactions:read', 'accounts:read', 'rules:read'] }),
    expired: await gateway.token({ userId, expiresAt: new Date(0) }),
    nonsense: 'trb_pat_nonsense',
    nobody: null,
  };
  stopOwners = await playAllOwners(gateway, userId);
  client = new Client(gateway.url);
});
afterAll(async () => {
  await client.close();
  await stopOwners();
  await gateway.close();
});

it(`random requests for every operation get no 5xx, and answers as documented (seed ${SEED})`, async () => {
  const answers = await sendAll(randomRequest(await askable()), RUNS);
  expect(answers.get(200)).toBeGreaterThan(RUNS / 20);
  expect(SENDERS).toHaveLength(Object.keys(tokens).length);
}, 600_000);

it(`any body that the document allows is accepted by the command: no 5xx (seed ${SEED})`, async () => {
  const answers = await sendAll(allowedBody(await askable()), ALLOWED_RUNS);
  expect(answers.get(200)).toBeGreaterThan(ALLOWED_RUNS / 20);
}, 600_000);

it.each(['least', 'most'] as const)(
  'the %s that the document allows of every body is no 5xx',
  async (edge) => {
    const requests = edgeBodies(await askable(), edge);
    expect(requests.length).toBeGreaterThan(50);
    const faults: string[] = [];
    for (const request of requests) await send(request).catch((error: unknown) => faults.push(String(error)));
    expect(faults).toEqual([]);
  },
);

function askable(): Promise<Operation[]> {
  declared = new DeclaredAnswers('/api/v1');
  return operationsFor('random requests', gateway);
}

/** @returns how many answers had each status */
async function sendAll(
  requests: fc.Arbitrary<RandomRequest>,
  runs: number,
): Promise<ReadonlyMap<number, number>> {
  const byStatus = new Map<number, number>();
  const property = fc.asyncProperty(requests, async (request) => {
    const status = await send(request);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: runs, seed: SEED, endOnFailure: true });
  const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stderr.write(`${runs} random requests (seed ${SEED}): ${counts.join(', ')}\n`);
  return byStatus;
}

/** @returns the status @throws where the answer is a fault, or not as documented */
async function send({ method, path, search, body, headers, sender, valid }: RandomRequest): Promise<number> {
  const token = tokens[sender];
  const {
    statusCode,
    headers: answerHeaders,
    body: answer,
  } = await client.request({
    method,
    path: `/api/v1${path}${search}`,
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body,
  });
  const text = await answer.text();
  const exchange = `${method} ${path}${search} by ${sender}, body ${body ?? 'none'}: ${statusCode} ${text.slice(0, 500)}`;
  if (statusCode >= 500) throw new Error(exchange);
  const isFile =
    statusCode === 200 && !answerHeaders['content-type']?.toString().startsWith('application/json');
  if (!isFile && (statusCode < 300 || statusCode >= 400))
    declared.check(method, `/api/v1${path}`, statusCode, JSON.parse(text));
  // How long a period may be concerns two parameters, which no schema says.
  const isPeriod = statusCode === 422 && path.startsWith('/finance/overview/');
  if (valid && sender === 'owner' && statusCode !== 200 && statusCode !== 404 && !isPeriod)
    throw new Error(`is valid: ${exchange}`);
  return statusCode;
}
