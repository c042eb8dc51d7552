import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { Worker } from '@tributary/jobs';

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
/** A long one, such as sealing everything anew, must not hold up a short one. */
const AT_ONCE_MAX = 4;

interface Taken {
  readonly id: number;
  readonly kind: string;
  readonly parameters: Record<string, unknown>;
}

interface Registered {
  readonly handler: OperatorRequestHandler;
  readonly forgets: readonly string[];
}

/**
 * Where an operator's requests to a running service arrive: rows of its own schema, so that they need neither the bus nor a port. One
 * instance takes a request; if it dies, another does. The rows stay: they are the record of who had what done.
 */
export class OperatorDesk implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, Registered>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly worker: Worker;

  constructor(
    private readonly database: Database,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.worker = new Worker({
      name: 'operator-desk',
      round: (signal) => this.round(signal),
      idleMs: LOOK_EVERY_MS,
      onFailure,
    });
  }

  /**
   * To be called before the application has started.
   * @param forgets parameters that are taken off the record once the request has ended: what is personal
   */
  handle(kind: string, handler: OperatorRequestHandler, forgets: readonly string[] = []): void {
    this.handlers.set(kind, { handler, forgets });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await Promise.all(this.underWay);
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    if (this.underWay.size >= AT_ONCE_MAX) await Promise.race(this.underWay);
    if (signal.aborted) return false;
    const taken = await this.take();
    if (!taken) return false;
    const work = this.workOn(taken, signal).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
    return true;
  }

  /** Never rejects. */
  private async workOn(taken: Taken, signal: AbortSignal): Promise<void> {
    const renewing = setInterval(() => void this.renew(taken.id), (LEASE_S * 1000) / 3);
    try {
      await this.fulfil(taken, signal);
    } catch (error) {
      this.onFailure(error);
    } finally {
      clearInterval(renewing);
    }
  }

  private async fulfil(taken: Taken, signal: AbortSignal): Promise<void> {
    const { id, kind, parameters } = taken;
    const say = (progress: string) => this.note(id, progress);
    try {
      const registered = this.handlers.get(kind);
      if (!registered) throw new OperatorRequestError(`this service knows no request "${kind}"`);
      const outcome = await registered.handler({ parameters, say, signal });
      await (signal.aborted ? this.giveBack(id) : this.end(taken, { outcome }));
    } catch (error) {
      // The operator waits for an answer, whatever it is; ours go to the log as well.
      await this.end(taken, { error: lineOf(error) });
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

  /** Never rejects: the next renewal tries again, and without one another instance takes over. */
  private async renew(id: number): Promise<void> {
    try {
      await this.database.execute(
        `update operator_requests set lease_until = clock_timestamp() + make_interval(secs => $2) where id = $1`,
        [id, LEASE_S],
      );
    } catch (error) {
      this.onFailure(error);
    }
  }

  /** Another instance, or the next start, goes on at once. */
  private async giveBack(id: number): Promise<void> {
    await this.database.execute(
      'update operator_requests set lease_until = clock_timestamp() where id = $1',
      [id],
    );
  }

  private async note(id: number, progress: string): Promise<void> {
    await this.database.execute('update operator_requests set progress = $2 where id = $1', [id, progress]);
  }

  /** The first word stands: one that slept past its lease changes nothing that its successor has told. */
  private async end(
    { id, kind }: Taken,
    { outcome, error }: { readonly outcome?: string; readonly error?: string },
  ): Promise<void> {
    await this.database.execute(
      `update operator_requests
          set ended_at = clock_timestamp(), outcome = $2, error = $3, parameters = parameters - $4::text[]
        where id = $1 and ended_at is null`,
      [id, outcome ?? null, error ?? null, this.handlers.get(kind)?.forgets ?? []],
    );
  }
}

function lineOf(error: unknown): string {
  if (error instanceof OperatorRequestError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
}
