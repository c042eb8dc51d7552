import { FULL_VIEW, sampleData, visibleData } from '@tributary/contracts';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { messageBody, messageContent } from '../../apps/webhook-dispatcher/src/deliveries/message-body';
import { BenchProcess } from '../bench-process';
import { Published, PublishedBy } from './events';

/** The calls of the dispatcher's process. */
export type DispatcherRequest =
  | { readonly kind: 'register'; readonly userId: number; readonly urls: readonly string[] }
  | { readonly kind: 'publish'; readonly what: PublishedBy };

/** Deliveries to lay ready: so many for each endpoint, of so many accounts. */
export interface Load {
  readonly endpointIds: readonly number[];
  readonly each: number;
  readonly accounts: number;
}

const POLL_MS = 20;
const USER_ID = 1;

/** One message with one transaction, as endpoints get it. */
const CONTENT = messageContent(
  { type: 'transactions.created', payloadVersion: 'v2', createdAt: '2026-03-02T06:10:00.000Z' },
  JSON.stringify(visibleData(sampleData('transactions.created'), FULL_VIEW, 'v2')),
);
export const BODY = messageBody('msg_0123456789012345678901234567', CONTENT.text);

/** The dispatcher in a process of its own, as it ships, on a database of its own. */
export class Dispatcher {
  private constructor(
    private readonly process: BenchProcess,
    private readonly admin: Client,
    readonly endpointIds: number[],
  ) {}

  static async start(options: {
    readonly databaseUrl: string;
    readonly admin: Client;
    readonly urls: readonly string[];
    readonly caCertificate: string;
  }): Promise<Dispatcher> {
    const profile = process.env.BENCH_PROFILE;
    const environment = {
      DATABASE_URL: options.databaseUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_CA_PEM: options.caCertificate,
      PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const dispatcher = BenchProcess.start('webhooks/dispatcher-process.js', [], environment, flags);
    await dispatcher.next();
    const started = new Dispatcher(dispatcher, options.admin, []);
    await started.addEndpoints(USER_ID, options.urls);
    return started;
  }

  get pid(): number {
    return this.process.pid;
  }

  async addEndpoints(userId: number, urls: readonly string[]): Promise<void> {
    this.endpointIds.push(...(await this.ask<number[]>({ kind: 'register', userId, urls })));
  }

  /** Resolves when the dispatcher has consumed the events. */
  publish(what: PublishedBy): Promise<Published> {
    return this.ask({ kind: 'publish', what });
  }

  /** Leaves deliveries ready, to be sent from `go` on. */
  async prepare({ endpointIds, each, accounts }: Load): Promise<void> {
    await this.admin.query(`update sending_states set paused_until = 'infinity'`);
    await this.admin.query(
      `with content as (
         insert into delivery_contents (user_id, content) select $6, $4 from generate_series(1, $2::int) returning id)
       insert into deliveries (endpoint_id, lane, event_type, message_id, content_id, body_bytes)
       select endpoint, 'account:' || 1 + content.id % $3, 'transactions.created',
              'msg_' || left(replace(gen_random_uuid()::text, '-', ''), 27), content.id, $5
         from content, unnest($1::bigint[]) as endpoint`,
      [endpointIds, each, accounts, CONTENT.text, Buffer.byteLength(BODY), USER_ID],
    );
  }

  async go(): Promise<void> {
    await this.admin.query(`update sending_states set paused_until = '-infinity'`);
  }

  /** When all of these endpoints is saved, and all events of it are on the bus. */
  async settled(endpointIds: readonly number[]): Promise<number> {
    for (;;) {
      const { rows } = await this.admin.query(UNSETTLED, [endpointIds]);
      if (rows.length === 0) return Date.now();
      await pause(POLL_MS);
    }
  }

  /** Of the POSTs to these endpoints. */
  async p99Ms(endpointIds: readonly number[]): Promise<number> {
    const { rows } = await this.admin.query<{ p99: number }>(P99, [endpointIds]);
    return rows[0]?.p99 ?? NaN;
  }

  async clear(): Promise<void> {
    await this.admin.query('truncate deliveries, delivery_contents, delivery_attempts, outbox');
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  private async ask<T>(request: DispatcherRequest): Promise<T> {
    return (await this.process.ask<{ result: T }>(request)).result;
  }
}

const P99 = `
  select percentile_cont(0.99) within group (order by a.duration_ms) as p99
    from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.endpoint_id = any($1::bigint[])`;

const UNSETTLED = `
  (select 1 from deliveries where status = 'PENDING' and endpoint_id = any($1::bigint[]) limit 1)
  union all (select 1 from outbox limit 1)`;
