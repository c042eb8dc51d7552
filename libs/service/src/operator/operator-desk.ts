import { Job, JobKind, JobRunner, Progress } from '@tributary/jobs';
import { Database, Queryable } from '@tributary/persistence';
import {
  endRequest,
  findOpenRequest,
  noteProgress,
  OPERATOR_REQUESTS,
  OpenRequest,
} from './operator-requests.store';

/** A request that cannot be fulfilled; the message is for the operator. */
export class OperatorRequestError extends Error {
  override readonly name = 'OperatorRequestError';
}

export interface OperatorRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Shows the operator the progress. */
  readonly report: (progress: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Fulfils one kind of request; may run again after a crash. @returns the result for the operator, one line */
export type OperatorRequestHandler = (request: OperatorRequest) => Promise<string>;

/** A request that has ended without an error. */
export interface EndedRequest {
  readonly parameters: unknown;
  readonly requestedAt: Date;
  readonly outcome: string;
}

/** Progress of the work that continues after its request. */
export interface ContinuedWork {
  readonly lines: string[];
  readonly isEnded: boolean;
  readonly isFailed: boolean;
}

interface RequestOptions {
  /** Personal parameters, which are removed from the record once the request has ended. */
  readonly forgets?: readonly string[];
  /** Reads the progress of the work that continues after the request. */
  readonly follow?: (database: Queryable, request: EndedRequest) => Promise<ContinuedWork>;
}

interface Registered extends RequestOptions {
  readonly handler: OperatorRequestHandler;
}

interface Answer {
  readonly outcome?: string;
  readonly error?: string;
}

/**
 * Receives operators' requests to a running service: rows of its own schema with a job each, which need neither the bus
 * nor a port. The rows stay as the record of operators' actions.
 */
export class OperatorDesk implements JobKind {
  readonly kind = OPERATOR_REQUESTS;
  /** A long one, such as encrypting everything again, must not delay a short one. */
  readonly atOnce = 4;
  private readonly handlers = new Map<string, Registered>();

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
    private readonly onFailure: (error: unknown) => void,
  ) {
    jobs.add(this);
  }

  /** Call it before the application starts. */
  handle(kind: string, handler: OperatorRequestHandler, options: RequestOptions = {}): void {
    this.handlers.set(kind, { handler, ...options });
  }

  /** Reads the progress of work that continues after its request; null if the request does all of it. */
  async follow(database: Queryable, kind: string, request: EndedRequest): Promise<ContinuedWork | null> {
    return (await this.handlers.get(kind)?.follow?.(database, request)) ?? null;
  }

  async step(job: Job<unknown, unknown>): Promise<Progress> {
    const request = await findOpenRequest(this.database, job.key);
    if (!request) return job.save(() => Promise.resolve('done'));
    const answer = await this.answerTo(request, job.signal);
    // Another process, or the next start, continues the request immediately.
    if (job.signal.aborted && answer.error === undefined) return 'more';
    const { forgets = [] } = this.handlers.get(request.kind) ?? {};
    return job.save(async (tx) => {
      await endRequest(tx, request.id, answer, forgets);
      return 'done';
    });
  }

  /** Runs a request. The operator gets a result in any case; our own failures are logged, too. */
  private async answerTo({ id, kind, parameters }: OpenRequest, signal: AbortSignal): Promise<Answer> {
    try {
      const registered = this.handlers.get(kind);
      if (!registered) throw new OperatorRequestError(`this service knows no request "${kind}"`);
      const report = (progress: string) => this.note(id, progress, signal);
      return { outcome: await registered.handler({ parameters, report, signal }) };
    } catch (error) {
      if (!(error instanceof OperatorRequestError)) this.onFailure(error);
      return { error: lineOf(error) };
    }
  }

  private async note(id: string, progress: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await noteProgress(this.database, id, progress);
  }
}

function lineOf(error: unknown): string {
  if (error instanceof OperatorRequestError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
}
