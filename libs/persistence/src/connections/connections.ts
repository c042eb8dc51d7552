import { TLSSocket } from 'node:tls';
import { PoolClient, Pool } from 'pg';
import { DataSource, QueryRunner } from 'typeorm';
import { FairShares } from './fair-shares';
import { SharedDriver } from './shared-driver';
import { RequestOverError, StatementCost, StatementScope, statementScope } from './statement-scope';
import { cancelStatement, cutLater } from './statement-cancel';
import { sqlStateOf } from '../transient-errors';

const QUERY_CANCELED = '57014';

/** Connections of a pool by their use, and callers that wait for one. */
export interface PoolFigures {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

/** A request, or background work, that uses a connection. */
export interface RunningRequest {
  /** @throws RequestOverError if the client no longer waits */
  check(): void;
  /** Cancels the work's statements when the request is over. @throws RequestOverError then */
  cancellable<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs a statement, which is cancelled when the request is over or at its time limit.
   * @throws RequestOverError then
   */
  limited<T>(statement: () => Promise<T>): Promise<T>;
  /** The time limit of each statement, which a transaction sets at the server; null: the role's limit. */
  readonly statementMs: number | null;
}

/**
 * Provides the pool's connections: to requests within their users' shares and time limits, to background work without
 * limits.
 */
export class Connections {
  private readonly shares: Readonly<Record<StatementCost, FairShares>>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly driver: SharedDriver,
    poolSize: number,
  ) {
    this.shares = sharesOf(poolSize);
  }

  /** The pool's connections at this moment. */
  figures(): PoolFigures {
    const { totalCount, idleCount, waitingCount, options } = this.driver.pool;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      max: options.max,
      waiting:
        waitingCount + Object.values(this.shares).reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    };
  }

  /** Work on one of TypeORM's connections. */
  onRunner<T>(work: (runner: QueryRunner, request: RunningRequest) => Promise<T>): Promise<T> {
    return this.inShare(async (scope) => {
      const runner = this.dataSource.createQueryRunner();
      try {
        const client = (await runner.connect()) as PoolClient;
        return await work(runner, requestOn(client, scope));
      } finally {
        await runner.release();
      }
    });
  }

  /** Like `onRunner`, without TypeORM, for statements that run by the thousand. */
  onClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.inShare(async (scope) => {
      const client = await this.driver.pool.connect();
      client.on('error', ignoreBreak);
      let isUsable = false;
      try {
        const result = await requestOn(client, scope).limited(() => work(client));
        isUsable = true;
        return result;
      } catch (error) {
        isUsable = error instanceof RequestOverError || sqlStateOf(error) !== null;
        throw error;
      } finally {
        client.off('error', ignoreBreak);
        client.release(!isUsable);
      }
    });
  }

  private inShare<T>(work: (scope: StatementScope | null) => Promise<T>): Promise<T> {
    const scope = statementScope();
    return scope === null ? work(null) : scope.withSlot(this.shares, () => work(scope));
  }
}

function requestOn(client: PoolClient, scope: StatementScope | null): RunningRequest {
  if (scope === null) {
    return {
      check: () => undefined,
      cancellable: (work) => work(),
      limited: (work) => work(),
      statementMs: null,
    };
  }
  const { signal, timeoutMs } = scope;
  signal.throwIfAborted();
  return {
    check: () => signal.throwIfAborted(),
    cancellable: (work) => cancellable(client, { signal }, work),
    limited: (work) => cancellable(client, { signal, timeoutMs }, work),
    statementMs: timeoutMs,
  };
}

/** The connection stays reserved until a cancellation is done, which would otherwise hit the next statement. */
async function cancellable<T>(
  client: PoolClient,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  const cancelled: Promise<void>[] = [];
  const keep: (() => void)[] = [];
  const cancel = (): void => {
    cancelled.push(cancelStatement(client));
    keep.push(cutLater(client));
  };
  signal.addEventListener('abort', cancel, { once: true });
  const limit = timeoutMs === undefined ? undefined : setTimeout(cancel, timeoutMs);
  try {
    return await work();
  } catch (error) {
    const isOver = cancelled.length > 0 || sqlStateOf(error) === QUERY_CANCELED;
    throw isOver ? new RequestOverError({ cause: error }) : error;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', cancel);
    for (const stop of keep) stop();
    await Promise.all(cancelled);
  }
}

/** The running statement fails with its connection, and reports it. */
function ignoreBreak(): void {}

/**
 * Requests leave two connections to background work. Costly statements have their own slots, one for each user, so that
 * any number of them does not delay quick ones.
 */
function sharesOf(poolSize: number): Readonly<Record<StatementCost, FairShares>> {
  const costly = Math.max(1, Math.floor(poolSize / 4));
  const usual = Math.max(1, poolSize - costly - 2);
  return {
    costly: new FairShares({ total: costly, perUser: 1, waitingPerUser: 50 }),
    usual: new FairShares({ total: usual, perUser: Math.max(1, Math.floor(usual / 2)), waitingPerUser: 200 }),
  };
}

const CONNECT_MS_MAX = 2000;
const STATEMENT_MS_MAX = 2000;

/** A connection beside the pool, for readiness, which must not wait for the pool. It opens when it is first needed. */
export class SideConnection {
  private readonly pool: Pool;
  /** End of the server's certificate; null without TLS, and before the first connection. */
  certificateEndsAt: Date | null = null;

  constructor(url: string, schema: string) {
    this.pool = new Pool({
      connectionString: url,
      max: 1,
      application_name: `${schema} beside`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: STATEMENT_MS_MAX,
    });
    this.pool.on('error', () => undefined); // a broken idle connection is replaced
    this.pool.on('connect', (client) => {
      const { connection } = client as unknown as { readonly connection?: { readonly stream?: unknown } };
      if (connection?.stream instanceof TLSSocket)
        this.certificateEndsAt = new Date(connection.stream.getPeerCertificate().valid_to);
    });
  }

  async isReadOnly(): Promise<boolean> {
    const sql = `select current_setting('transaction_read_only') = 'on' as read_only`;
    const { rows } = await this.pool.query<{ read_only: boolean }>(sql);
    return rows[0]?.read_only ?? false;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
