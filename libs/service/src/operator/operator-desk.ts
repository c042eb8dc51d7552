import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { Worker } from '../worker';

/** A request that cannot be fulfilled as it was put; the message is for the operator. */
export class OperatorRequestError extends Error {
  override readonly name = 'OperatorRequestError';
}

export interface OperatorRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Tells how far the work is. */
  readonly say: (progress: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Fulfils one kind of request; may be run again after a crash. @returns what to tell the operator, one line */
export type OperatorRequestHandler = (request: OperatorRequest) => Promise<string>;

const LOOK_EVERY_MS = 1000;
const LEASE_S = 30;

interface Taken {
  readonly id: number;
  readonly kind: string;
  readonly parameters: Record<string, unknown>;
}

/**
 * Where an operator's requests to a running service arrive: rows of its own schema, so that they need neither the bus nor a port. One
 * instance takes a request; if it dies, another does.
 */
export class OperatorDesk implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, OperatorRequestHandler>();
  private readonly worker: Worker;

  constructor(
    private readonly database: Database,
    onFailure: (error: unknown) => void,
  ) {
    this.worker = new Worker({
      name: 'operator-desk',
      round: (signal) => this.round(signal),
      idleMs: LOOK_EVERY_MS,
      onFailure,
    });
  }

  /** To be called before the application has started. */
  handle(kind: string, handler: OperatorRequestHandler): void {
    this.handlers.set(kind, handler);
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const taken = await this.take();
    if (!taken) return false;
    const renewing = setInterval(() => void this.renew(taken.id), (LEASE_S * 1000) / 3);
    try {
      await this.fulfil(taken, signal);
    } finally {
      clearInterval(renewing);
    }
    return true;
  }

  private async fulfil({ id, kind, parameters }: Taken, signal: AbortSignal): Promise<void> {
    const say = (progress: string) => this.note(id, progress);
    try {
      const handler = this.handlers.get(kind);
      if (!handler) throw new OperatorRequestError(`this service knows no request "${kind}"`);
      const outcome = await handler({ parameters, say, signal });
      if (!signal.aborted) await this.end(id, outcome, null);
    } catch (error) {
      // The operator waits for an answer, whatever it is; ours go to the log as well.
      await this.end(
        id,
        null,
        error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure',
      );
      if (!(error instanceof OperatorRequestError)) throw error;
    }
  }

  private async take(): Promise<Taken | undefined> {
    const [taken] = await this.database.query<Taken>(
      `update operator_requests set lease_until = clock_timestamp() + make_interval(secs => $1)
        where id = (select id from operator_requests
                     where ended_at is null and coalesce(lease_until, '-infinity') < clock_timestamp()
                     order by id limit 1 for update skip locked)
       returning id, kind, parameters`,
      [LEASE_S],
    );
    return taken;
  }

  private async renew(id: number): Promise<void> {
    await this.database
      .execute(
        `update operator_requests set lease_until = clock_timestamp() + make_interval(secs => $2) where id = $1`,
        [id, LEASE_S],
      )
      .catch(() => undefined); // the next renewal tries again; without one another instance takes over
  }

  private async note(id: number, progress: string): Promise<void> {
    await this.database.execute('update operator_requests set progress = $2 where id = $1', [id, progress]);
  }

  private async end(id: number, outcome: string | null, error: string | null): Promise<void> {
    await this.database.execute(
      'update operator_requests set ended_at = clock_timestamp(), outcome = $2, error = $3 where id = $1',
      [id, outcome, error],
    );
  }
}
