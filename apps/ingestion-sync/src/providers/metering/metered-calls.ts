import { Clock } from '@tributary/messaging';
import { AccountAccess, AccountProvider, Metered, MeteredResource, PresentUser } from '../provider.port';
import { isPassing, ProviderError, ProviderFailure } from '../provider.errors';
import { withRetries } from '../http/retry';
import { afterCall, afterFailure, Allowance, CallPurpose, decideCall, unusedAllowance } from './allowances';

/** The outcome of a call that needs the allowance. */
export type CallResult<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly unread?: number }
  /** The call was not made, because the allowance is used up. */
  | { readonly kind: 'no_allowance' }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure };

const CALL_ATTEMPTS = 3;

export interface MeteredCallsOptions {
  readonly provider: AccountProvider;
  /** The account's access; its `user` is the person who waits for the result, if any. */
  readonly access: AccountAccess;
  readonly allowances: readonly Allowance[];
  readonly retryMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onAllowance: (allowance: Allowance) => void;
  /**
   * Runs before each call; a throw prevents it.
   * @param spent the allowance to store first, so that it is valid even if the process dies during the call
   */
  readonly beforeCall: (spent: Allowance | null) => Promise<void>;
}

/** The resource and the purpose of a call. */
export interface MeteredCall {
  readonly resource: MeteredResource;
  readonly purpose: 'regular' | 'backfill';
  /** Whether this is a further page of a response that was already counted. */
  readonly isPaidFor?: boolean;
}

/**
 * Makes one account's calls within its daily allowance. It checks the allowance before each call, also repeated ones,
 * and updates it from each response. A call without a complete response counts, because the provider may have counted
 * it. If responses do not report the allowance, a call counts before it is made. If a user waits and the provider
 * supports it, the regular sync's calls name the user and cost nothing; an institution that refuses the user's headers
 * is called without them.
 */
export class MeteredCalls {
  private readonly allowances: Map<MeteredResource, Allowance>;
  private user: PresentUser | null;

  constructor(private readonly options: MeteredCallsOptions) {
    const { provider, access } = options;
    this.user = provider.capabilities.attendedCallsFree ? access.user : null;
    this.allowances = new Map(options.allowances.map((allowance) => [allowance.resource, allowance]));
  }

  /** Returns the allowance of each requested resource. */
  get known(): readonly Allowance[] {
    return [...this.allowances.values()];
  }

  /** Whether a user waits, so that calls of the regular sync do not count. */
  get isAttended(): boolean {
    return this.user !== null;
  }

  allowance(resource: MeteredResource): Allowance {
    const assumed = this.options.provider.capabilities.dailyCallsAssumed;
    return this.allowances.get(resource) ?? unusedAllowance(resource, assumed);
  }

  async make<T>(
    what: MeteredCall,
    call: (access: AccountAccess) => Promise<Metered<T>>,
  ): Promise<CallResult<T>> {
    const { clock, retryMs, signal } = this.options;
    try {
      const attempt = (): Promise<Metered<T>> => this.attempt(what, call);
      const mayPass = (failure: ProviderFailure): boolean => isPassing(failure) && !isForAge(failure, what);
      const options = { attempts: CALL_ATTEMPTS, pauseMs: retryMs, mayPass };
      const { value, unread = 0 } = await withRetries(attempt, options, clock, signal);
      return { kind: 'answered', value, ...(unread > 0 && { unread }) };
    } catch (error) {
      if (error instanceof NoAllowance) return { kind: 'no_allowance' };
      if (error instanceof ProviderError) return { kind: 'failed', failure: error.failure };
      throw error;
    }
  }

  private async attempt<T>(
    what: MeteredCall,
    call: (access: AccountAccess) => Promise<Metered<T>>,
  ): Promise<Metered<T>> {
    const { clock, access } = this.options;
    const { resource } = what;
    const user = what.purpose === 'regular' ? this.user : null;
    const purpose = countedAs(what, user);
    const before = this.allowance(resource);
    if (!decideCall(before, purpose, clock.now()).allowed) throw new NoAllowance();
    const spent = afterCall(before, null, clock.now(), purpose);
    const isKeptFirst = !this.options.provider.capabilities.reportsAllowance && spent.used > before.used;
    await this.options.beforeCall(isKeptFirst ? spent : null);
    try {
      const answer = await call({ ...access, user, permit: () => this.options.beforeCall(null) });
      const { allowance } = answer;
      this.set(allowance ? afterCall(before, allowance, clock.now(), purpose) : spent);
      return answer;
    } catch (error) {
      if (error instanceof ProviderError) {
        const { failure, allowance, mayHaveCounted } = error;
        const left = mayHaveCounted ? spent : before;
        this.set(afterFailure(left, allowance, waitOf(failure), clock.now()));
        if (failure.kind === 'user_refused' && user) {
          this.user = null;
          return this.attempt(what, call);
        }
      }
      throw error;
    }
  }

  private set(allowance: Allowance): void {
    this.allowances.set(allowance.resource, allowance);
    this.options.onAllowance(allowance);
  }
}

/** Returns whether older transactions were refused for their age: newer ones were just read successfully. */
function isForAge(failure: ProviderFailure, { purpose }: MeteredCall): boolean {
  return failure.kind === 'institution_refused' && purpose === 'backfill';
}

function countedAs({ purpose, isPaidFor }: MeteredCall, user: PresentUser | null): CallPurpose {
  if (user) return 'attended';
  return isPaidFor ? 'page' : purpose;
}

class NoAllowance extends Error {
  override readonly name = 'NoAllowance';
}

function waitOf(failure: ProviderFailure): number | null {
  return failure.kind === 'rate_limited' || failure.kind === 'transient' ? failure.retryAfterMs : null;
}
