import { Pool, PoolClient } from 'pg';
import { DataSource, QueryRunner } from 'typeorm';
import { FairShares } from './fair-shares';
import { SideConnections } from './side-connections';
import { RequestOverError, StatementCost, StatementScope, statementScope } from './statement-scope';
import { sqlStateOf } from './transient-errors';

/** A statement of background work (consumers, jobs, migrations) ends after this: it hangs. */
export const WORK_STATEMENT_MS_MAX = 60 * 60_000;

const QUERY_CANCELED = '57014';

/** How many connections of a pool do what, and how many callers wait for one. */
export interface PoolFigures {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

/** How a request, or background work, uses a connection. */
export interface RunningRequest {
  /** @throws RequestOverError if the client no longer waits */
  check(): void;
  /** Cancels the work's statements when the request is over. @throws RequestOverError then */
  cancellable<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Provides the pool's connections: to requests within their users' shares and time limits, to background work without
 * limits.
 */
export class Connections {
  private readonly shares: Readonly<Record<StatementCost, FairShares>>;
  /** The `statement_timeout` of connections, if it differs from background work's. */
  private readonly timeouts = new WeakMap<PoolClient, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly side: SideConnections,
    poolSize: number,
  ) {
    this.shares = sharesOf(poolSize);
  }

  /** The pool's connections at this moment. */
  figures(): PoolFigures {
    const { totalCount, idleCount, waitingCount, options } = this.pool();
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      max: options.max,
      waiting:
        waitingCount + Object.values(this.shares).reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    };
  }

  private pool(): Pool {
    return (this.dataSource.driver as unknown as { readonly master: Pool }).master;
  }

  /** Work on one of TypeORM's connections. */
  onRunner<T>(work: (runner: QueryRunner, request: RunningRequest) => Promise<T>): Promise<T> {
    return this.inShare(async (scope) => {
      const runner = this.dataSource.createQueryRunner();
      try {
        const client = (await runner.connect()) as PoolClient;
        await this.prepare(client, runner, scope);
        return await work(runner, this.requestOn(client, scope));
      } finally {
        await runner.release();
      }
    });
  }

  /** The same without TypeORM, for statements that run by the thousand. */
  onClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.inShare(async (scope) => {
      const client = await this.pool().connect();
      client.on('error', ignoreBreak);
      let isUsable = false;
      try {
        await this.prepare(client, client, scope);
        const result = await this.requestOn(client, scope).cancellable(() => work(client));
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

  private async prepare(
    client: PoolClient,
    on: { query(sql: string): Promise<unknown> },
    scope: StatementScope | null,
  ): Promise<void> {
    scope?.signal.throwIfAborted();
    const timeoutMs = scope?.timeoutMs ?? WORK_STATEMENT_MS_MAX;
    if ((this.timeouts.get(client) ?? WORK_STATEMENT_MS_MAX) === timeoutMs) return;
    await on.query(`set statement_timeout = ${timeoutMs}`);
    this.timeouts.set(client, timeoutMs);
  }

  private requestOn(client: PoolClient, scope: StatementScope | null): RunningRequest {
    return {
      check: () => scope?.signal.throwIfAborted(),
      cancellable: (work) => (scope === null ? work() : this.cancellable(client, scope.signal, work)),
    };
  }

  /** The connection stays reserved until a cancellation is done, which would otherwise hit the next statement. */
  private async cancellable<T>(client: PoolClient, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const cancelled: Promise<void>[] = [];
    const cancel = (): void => {
      cancelled.push(this.side.cancel((client as unknown as { readonly processID: number }).processID));
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work();
    } catch (error) {
      const isOver = signal.aborted || sqlStateOf(error) === QUERY_CANCELED;
      throw isOver ? new RequestOverError({ cause: error }) : error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await Promise.all(cancelled);
    }
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
