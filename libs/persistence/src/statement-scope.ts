import { AsyncLocalStorage } from 'node:async_hooks';
import { FairShares } from './fair-shares';

/** What a request's statements cost the database: `costly` ones may read all that a user has. */
export type StatementCost = 'usual' | 'costly';

const STATEMENT_TIMEOUT_MS = 10_000;

/** Nobody waits for the request's answer any more, so its statements are cancelled, and no more are run. */
export class RequestOverError extends Error {
  override readonly name = 'RequestOverError';

  constructor(options?: ErrorOptions) {
    super('The request took too long.', options);
  }
}

/**
 * On whose behalf statements are run: those of a request (or a command) take a share of the user's, end after a time, and
 * are cancelled when nobody waits for the request any more. Work that no request waits for has no scope.
 */
export class StatementScope {
  /** Null until it is known who asks. */
  userId: number | null = null;
  cost: StatementCost = 'usual';
  private readonly ending = new AbortController();
  private statements = 0;
  private slot: Promise<() => void> | null = null;

  /** @param timeoutMs of a statement */
  constructor(readonly timeoutMs = STATEMENT_TIMEOUT_MS) {}

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Nobody waits any more. */
  end(): void {
    if (!this.signal.aborted) this.ending.abort(new RequestOverError());
  }

  /** Runs the work with this scope: whatever it calls finds it. */
  run<T>(work: () => T): T {
    return scopes.run(this, work);
  }

  /** Statements of one request that run at once share its slot: one that waited for another of its own could wait forever. */
  async withSlot<T>(shares: Readonly<Record<StatementCost, FairShares>>, work: () => Promise<T>): Promise<T> {
    if (this.userId === null) return work();
    this.statements += 1;
    const slot = (this.slot ??= shares[this.cost].enter(this.userId, this.signal));
    try {
      await slot;
      return await work();
    } finally {
      this.statements -= 1;
      if (this.statements === 0) {
        this.slot = null;
        slot.then(
          (leave) => leave(),
          () => undefined,
        );
      }
    }
  }
}

const scopes = new AsyncLocalStorage<StatementScope | null>();

/** The scope of the request that runs now; null: none does. */
export function statementScope(): StatementScope | null {
  return scopes.getStore() ?? null;
}

/** The statements of the request that runs now take their share from the user's. */
export function shareOf(userId: number): void {
  const scope = statementScope();
  if (scope) scope.userId = userId;
}

/** The request that runs now may read all that its user has. */
export function markCostly(): void {
  const scope = statementScope();
  if (scope) scope.cost = 'costly';
}

/** For work that is begun in a request and that others wait for too, or nobody: it does not end with the request. */
export function outsideRequests<T>(work: () => T): T {
  return scopes.run(null, work);
}
