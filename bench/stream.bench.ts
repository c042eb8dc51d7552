import { createUser, issuePersonalToken, openAccessDatabase } from '@tributary/api-gateway';
import { provisionSchemas } from '@tributary/persistence';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { inScratch, report, rounded, withPostgres } from './benchmark';
import { MeasuredServer, startGateway } from './rest/servers';
import { Listener } from './stream/listener';

/**
 * `GET /stream`: many open streams on one gateway. The memory of each; how long a change takes from its commit to the
 * listeners; and what listeners that stop reading cost the others.
 *
 *   npm run bench -- stream [streams]
 */
const STREAMS_OF_USER = 10;
const CHANGES = 400;
const CHANGES_PER_S = 40;
const FLOOD_ROUNDS = 500;
const FLOODED = [
  'accounts',
  'balances',
  'holdings',
  'transactions',
  'settlements',
  'transfer-pairs',
  'rules',
  'rule-logs',
  'destinations',
  'transfer-links',
  'transfers',
  'transfer-logs',
  'drift-checks',
  'webhook-deliveries',
  'webhook-events',
];

const LIMITS = {
  received_p99_of_limit: { max: 1 },
  p99_beside_stalled_vs_reading: { max: 2 },
  memory_of_limit: { max: 1 },
  lost: { max: 0 },
  stalled_not_cut: { max: 0 },
} as const;
const RECEIVED_P99_MS = 250;
const STREAM_KB = 64;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

interface Listening {
  readonly userId: number;
  readonly listeners: readonly Listener[];
}

async function main(): Promise<void> {
  const streams = Number(process.argv[2] ?? 1000);
  await inScratch((directory) =>
    withPostgres(path.join(directory, 'postgres'), async ({ url }) => {
      const urls = await provisionSchemas(url, [{ schema: 'api_gateway', password: 'bench' }]);
      const databaseUrl = urls.get('api_gateway') ?? '';
      const gateway = await startGateway(databaseUrl, ['--expose-gc']);
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        await measure(gateway, databaseUrl, client, streams);
      } finally {
        await client.end();
        await gateway.process.stop();
      }
    }),
  );
}

async function measure(
  gateway: MeasuredServer,
  databaseUrl: string,
  client: Client,
  streams: number,
): Promise<void> {
  const tokens = await tokensOf(databaseUrl, Math.ceil(streams / STREAMS_OF_USER));
  // What the first streams load and compile is not theirs.
  for (const { listeners } of await listen(gateway, tokens)) for (const one of listeners) one.close();
  await pause(2000);
  const before = await memoryOf(gateway);
  const all = await listen(gateway, tokens);
  await pause(2000);
  const open = await memoryOf(gateway);
  const received = await latencies(client, all, 1);
  const receivedByAll = await latencyOfAll(client, all);
  const [flooded, ...others] = all;
  if (!flooded) throw new Error('there are no listeners');
  const read = await underFlood(databaseUrl, client, flooded.userId, others, 1_000_000);
  const stalled = flooded.listeners.slice(0, STREAMS_OF_USER / 2);
  for (const listener of stalled) listener.stopReading();
  const unread = await underFlood(databaseUrl, client, flooded.userId, others, 2_000_000);
  const full = await memoryOf(gateway);
  for (const listener of stalled) listener.readOn();
  await pause(2000);
  const streamKb = (open.heapUsed + open.external - before.heapUsed - before.external) / streams / 1024;
  report('stream', {
    ratios: {
      received_p99_of_limit: rounded(received.p99 / RECEIVED_P99_MS, 3),
      p99_beside_stalled_vs_reading: rounded(unread.p99 / read.p99, 2),
      memory_of_limit: rounded(streamKb / STREAM_KB),
      lost: received.lost + receivedByAll.lost + read.lost + unread.lost,
      stalled_not_cut: stalled.filter(({ isCut }) => !isCut).length,
    },
    figures: {
      streams,
      kb_of_stream: rounded(streamKb, 1),
      rss_mb: { before: mb(before.rss), open: mb(open.rss), after_floods: mb(full.rss) },
      received_ms: received,
      received_by_all_ms: receivedByAll,
      beside_flood_that_is_read_ms: read,
      beside_flood_that_is_not_read_ms: unread,
    },
    limits: LIMITS,
  });
  for (const { listeners } of all) for (const listener of listeners) listener.close();
}

async function tokensOf(url: string, users: number): Promise<{ userId: number; token: string }[]> {
  const database = await openAccessDatabase(url);
  try {
    const made = [];
    for (let n = 0; n < users; n += 1) {
      const { id: userId } = await createUser(database, {
        email: `u${n}@example.com`,
        name: 'U',
        plan: 'PRO',
      });
      made.push({ userId, token: (await issuePersonalToken(database, { userId, name: 'bench' })).token });
    }
    return made;
  } finally {
    await database.close();
  }
}

async function listen(
  { url }: MeasuredServer,
  tokens: readonly { readonly userId: number; readonly token: string }[],
): Promise<Listening[]> {
  const listening: Listening[] = [];
  for (const { userId, token } of tokens) {
    const opened = Array.from({ length: STREAMS_OF_USER }, () => Listener.open(url, token));
    listening.push({ userId, listeners: await Promise.all(opened) });
  }
  return listening;
}

/** As the projections record it; @returns when it began, its commit included in what is measured */
async function change(client: Client, userId: number | null, id: number): Promise<number> {
  const at = performance.now();
  await client.query(
    `with noted as (insert into model_changes (user_id, resource, ids, account_ids)
       values ($1, $2, array[$3::bigint], null))
     select pg_notify('changes_' || current_schema(), '')`,
    [userId, userId === null ? 'institutions' : 'rules', id],
  );
  return at;
}

/** Changes of one user after the other, at a steady rate. */
async function latencies(client: Client, all: readonly Listening[], firstId: number) {
  const changes: { id: string; at: number; listeners: readonly Listener[] }[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const to = all[(n * 7) % all.length];
    if (!to) throw new Error('there are no listeners');
    changes.push({
      id: String(firstId + n),
      at: await change(client, to.userId, firstId + n),
      listeners: to.listeners,
    });
    await pause(1000 / CHANGES_PER_S);
  }
  await pause(1500);
  return summary(changes);
}

/** Changes that every stream reports, such as those of institutions. */
async function latencyOfAll(client: Client, all: readonly Listening[]) {
  const listeners = all.flatMap((one) => one.listeners);
  const changes = [];
  for (let n = 0; n < 20; n += 1) {
    const id = 500_000 + n;
    changes.push({ id: String(id), at: await change(client, null, id), listeners });
    await pause(250);
  }
  await pause(1500);
  return summary(changes);
}

function summary(changes: readonly { id: string; at: number; listeners: readonly Listener[] }[]) {
  const times = changes.flatMap(({ id, at, listeners }) =>
    listeners.map((listener) => (listener.receivedAt.get(id) ?? NaN) - at),
  );
  const received = times.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
  const at = (share: number) => rounded(received[Math.floor((received.length - 1) * share)] ?? NaN, 1);
  return {
    received: received.length,
    lost: times.length - received.length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
}

/** How long others' changes take while one user's many changes are sent. */
async function underFlood(
  databaseUrl: string,
  client: Client,
  userId: number,
  others: readonly Listening[],
  firstId: number,
) {
  const writer = new Client({ connectionString: databaseUrl });
  await writer.connect();
  try {
    const [measured] = await Promise.all([latencies(client, others, firstId), flood(writer, userId)]);
    return measured;
  } finally {
    await writer.end();
  }
}

/** More than the buffers between the gateway and those who do not read hold: about 14 MB for each stream. */
async function flood(writer: Client, userId: number): Promise<void> {
  for (let round = 1; round <= FLOOD_ROUNDS; round += 1) {
    await writer.query(
      `with noted as (insert into model_changes (user_id, resource, ids, account_ids)
         select $1, resource, array(select $2::bigint * 1000000000000 + i from generate_series(1, 100) i), '{1}'
           from unnest('{${FLOODED.join(',')}}'::text[]) as resource)
       select pg_notify('changes_' || current_schema(), '')`,
      [userId, round],
    );
    await pause(15);
  }
}

function memoryOf({ process: gateway }: MeasuredServer): Promise<Memory> {
  return gateway.ask<Memory>('memory');
}

function mb(bytes: number): number {
  return rounded(bytes / 1e6, 1);
}

void main();
