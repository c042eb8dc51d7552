import { AsyncLocalStorage } from 'node:async_hooks';
import { FairShares } from './fair-shares';

/** The cost of a request's statements: `costly` ones may read all of a user's rows. */
export type StatementCost = 'usual' | 'costly';

const STATEMENT_TIMEOUT_MS = 10_000;

/** The client no longer waits for the response, so the request's statements are cancelled, and no more run. */
export class RequestOverError extends Error {
  override readonly name = 'RequestOverError';

  constructor(options?: ErrorOptions) {
    super('The request took too long.', options);
  }
}

/**
 * The owner of statements. Those of a request (or a command) use a share of the user's, have a time limit, and are
 * cancelled when the client no longer waits. Background work has no scope.
 */
export class StatementScope {
  /** Null until the user is known. */
  userId: number | null = null;
  cost: StatementCost = 'usual';
  private readonly ending = new AbortController();
  private statements = 0;
  private slot: Promise<() => void> | null = null;

  /** @param timeoutMs time limit of a statement */
  constructor(readonly timeoutMs = STATEMENT_TIMEOUT_MS) {}

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** The client no longer waits. */
  end(): void {
    if (!this.signal.aborted) this.ending.abort(new RequestOverError());
  }

  /** Runs the work with this scope, which everything that it calls can read. */
  run<T>(work: () => T): T {
    return scopes.run(this, work);
  }

  /**
   * Lets simultaneous statements of one request share its slot. If one waited for another slot of the same request, it
   * could wait forever.
   */
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

/** The scope of the current request; null outside of one. */
export function statementScope(): StatementScope | null {
  return scopes.getStore() ?? null;
}

/** The statements of the current request use its user's share. */
export function shareOf(userId: number): void {
  const scope = statementScope();
  if (scope) scope.userId = userId;
}

/** The current request may read all of its user's rows. */
export function markCostly(): void {
  const scope = statementScope();
  if (scope) scope.cost = 'costly';
}

/** Runs work that begins in a request but serves others, too: it does not end with the request. */
export function outsideRequests<T>(work: () => T): T {
  return scopes.run(null, work);
}
