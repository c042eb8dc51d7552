import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Queryable } from './statements/queryable';
import { processIdOf } from './connections/statement-cancel';

const CONNECT_MS_MAX = 5000;
const RECONNECT_MS = 500;
/** Probes the connection, because a peer that vanished without closing it can only be noticed by a missing response. */
const PROBE = { everyMs: 15_000, answerMs: 5000 };
/** Interval at which readers read by themselves while the database can be used but notifications cannot be received. */
const LOOK_MS = 1000;

export interface CommitSignalsOptions {
  /** URL for listening, if a pooler is at the other URL. */
  readonly directUrl?: string;
  readonly probe?: typeof PROBE;
  /** Called when the connection was lost, or could not be made. */
  readonly onLost?: () => void;
  /** Called once, if listening is impossible because of a pooler, or because the URL for it cannot be reached. */
  readonly onUnsignalled?: () => void;
}

/** A pooler: it would give the listening connection to others. */
class PooledConnectionError extends Error {
  override readonly name = 'PooledConnectionError';
}

/** SQL of the function that the triggers of `signalsOf` call; a schema needs it once. */
export const COMMIT_SIGNAL_FUNCTION = `
  create or replace function signal_commit() returns trigger language plpgsql as $$
  begin
    perform pg_notify(tg_table_name || '_' || tg_table_schema, '');
    return null;
  end $$;`;

/**
 * SQL of a trigger by which commits to the table are signalled to `CommitSignals`. PostgreSQL sends equal
 * notifications of a transaction once, so a transaction of many statements signals once. A statement that changes no
 * row signals, too: a worker therefore reads before it claims, or each of its claims would cause the next one.
 * @param changes `insert or update of due_at`
 */
export function signalsOf(table: string, changes: string): string {
  return `create trigger ${table}_signal after ${changes} on ${table} for each statement execute function signal_commit();`;
}

/**
 * SQL of a trigger that signals leases of the table that end earlier than planned, because they were released or ended
 * by hand. Workers that wait for the planned end begin at once.
 */
export function signalsOfEarlierEnds(table: string): string {
  return `create trigger ${table}_ends_earlier after update of lease_until on ${table}
    for each row when (coalesce(new.lease_until, '-infinity') < old.lease_until) execute function signal_commit();`;
}

/** Signals a channel at the commit, beside the triggers. */
export async function signalCommit(tx: Queryable, channel: string): Promise<void> {
  await tx.query(`select pg_notify($1 || '_' || current_schema(), '')`, [channel]);
}

/** SQL: milliseconds until a time by the database's clock, as a number; null for null. */
export function msUntil(time: string): string {
  return `(extract(epoch from ${time} - clock_timestamp()) * 1000)::float8`;
}

/**
 * Calls listeners when transactions that notified a channel of the schema were committed, by whichever process. One
 * connection, beside the pool, listens to all channels. While it is broken, notifications are lost: after each connect
 * all listeners are called. A connection that no longer responds is replaced, and readers also read at times by
 * themselves. With a pooler in between, or while a separate URL for listening is out of order, all listeners are
 * called each second.
 */
export class CommitSignals {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly stopping = new AbortController();
  private client: Client | null = null;
  private last: Promise<void> = Promise.resolve();
  /** Ends the present connection. */
  private release: () => void = () => {};
  private running: Promise<void> | null = null;
  private readonly directUrl: string;
  private readonly probe: typeof PROBE;
  private onUnsignalled: () => void;
  private readonly onLost: () => void;

  constructor(
    private readonly url: string,
    private readonly schema: string,
    options: CommitSignalsOptions = {},
  ) {
    this.directUrl = options.directUrl ?? url;
    this.probe = options.probe ?? PROBE;
    this.onUnsignalled = options.onUnsignalled ?? (() => undefined);
    this.onLost = options.onLost ?? (() => undefined);
  }

  /**
   * Calls the listener after commits that notified `<channel>_<schema>`, and after every connect. The first listener
   * opens the connection. @returns ends it
   */
  on(channel: string, listener: () => void): () => void {
    const ofChannel = this.listeners.get(channel) ?? new Set();
    const isFirst = ofChannel.size === 0;
    this.listeners.set(channel, ofChannel.add(listener));
    this.running ??= this.run();
    // Without a connection, the next one listens to the channel; a failing statement ends the connection.
    if (isFirst && this.client) void this.listenTo(this.client, channel).then(listener, () => this.release());
    return () => ofChannel.delete(listener);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    this.release();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const how = await this.listenUntilLost();
      if (how === 'lost' && !this.stopping.signal.aborted) this.onLost();
      const isUnsignalled = how === 'pooled' || this.directUrl !== this.url;
      if (isUnsignalled) this.signalAll();
      const { signal } = this.stopping;
      await delay(isUnsignalled ? LOOK_MS : RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Calls all listeners, instead of signals. */
  private signalAll(): void {
    if (this.stopping.signal.aborted) return;
    this.onUnsignalled();
    this.onUnsignalled = () => undefined;
    this.callAll();
  }

  private callAll(): void {
    for (const channel of this.listeners.keys()) this.call(channel);
  }

  private async listenUntilLost(): Promise<'lost' | 'pooled'> {
    const client = new Client({
      connectionString: this.directUrl,
      application_name: `${this.schema}-signals`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: this.probe.answerMs,
    });
    const over = new Promise<void>((resolve) => {
      this.release = resolve;
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => undefined); // later errors of the same lost connection
    client.on('notification', ({ channel }) => this.call(channel.slice(0, -this.schema.length - 1)));
    const ended = new AbortController();
    try {
      await client.connect();
      await refusePooler(client);
      this.client = client;
      for (const channel of this.listeners.keys()) await this.listenTo(client, channel);
      if (this.stopping.signal.aborted) return 'lost';
      this.callAll();
      await Promise.race([over, this.probeUntil(ended.signal, client)]);
      return 'lost';
    } catch (error) {
      return error instanceof PooledConnectionError ? 'pooled' : 'lost'; // the loop retries
    } finally {
      ended.abort();
      this.client = null;
      await client.end().catch(() => undefined); // the connection may be closed already
    }
  }

  /** @throws Error once the server no longer responds */
  private async probeUntil(signal: AbortSignal, client: Client): Promise<void> {
    while (!signal.aborted) {
      await delay(this.probe.everyMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.execute(client, '');
    }
  }

  private listenTo(client: Client, channel: string): Promise<void> {
    return this.execute(client, `listen "${channel}_${this.schema}"`);
  }

  /** Executes statements one after the other, as the driver requires. */
  private execute(client: Client, statement: string): Promise<void> {
    const executed = this.last.then(async () => {
      await client.query(statement);
    });
    this.last = executed.catch(() => undefined); // the caller that waits for the statement gets the error
    return executed;
  }

  private call(channel: string): void {
    for (const listener of this.listeners.get(channel) ?? []) listener();
  }
}

/** @throws PooledConnectionError */
async function refusePooler(client: Client): Promise<void> {
  const { rows } = await client.query<{ process_id: number }>('select pg_backend_pid() as process_id');
  if (rows[0]?.process_id !== processIdOf(client)) throw new PooledConnectionError();
}
