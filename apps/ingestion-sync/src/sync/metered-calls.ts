import { Clock } from '@tributary/messaging';
import { Metered, MeteredResource, AccountProvider } from '../providers/provider.port';
import { ProviderError, ProviderFailure } from '../providers/provider.errors';
import { withRetries } from '../providers/retry';
import { afterCall, afterFailure, Allowance, CallPurpose, decideCall, unusedAllowance } from './allowances';

/** What became of a call that needs the allowance. */
export type CallResult<T> =
  | { readonly kind: 'answered'; readonly value: T }
  /** Not made: the allowance is used up. */
  | { readonly kind: 'no_allowance' }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure };

const CALL_ATTEMPTS = 3;

export interface MeteredCallsOptions {
  readonly provider: AccountProvider;
  readonly allowances: readonly Allowance[];
  readonly retryMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onAllowance: (allowance: Allowance) => void;
  /** Runs before each call; a throw prevents it. */
  readonly beforeCall: () => Promise<void>;
}

/**
 * Makes one account's calls within its daily allowance: asks it before each call, repeated ones too, and learns
 * from each answer and each refusal what is left.
 */
export class MeteredCalls {
  private readonly allowances: Map<MeteredResource, Allowance>;

  constructor(private readonly options: MeteredCallsOptions) {
    this.allowances = new Map(options.allowances.map((allowance) => [allowance.resource, allowance]));
  }

  allowance(resource: MeteredResource): Allowance {
    const assumed = this.options.provider.capabilities.dailyCallsAssumed;
    return this.allowances.get(resource) ?? unusedAllowance(resource, assumed);
  }

  async make<T>(
    resource: MeteredResource,
    purpose: CallPurpose,
    call: () => Promise<Metered<T>>,
  ): Promise<CallResult<T>> {
    const { clock, retryMs, signal } = this.options;
    try {
      const attempt = (): Promise<T> => this.attempt(resource, purpose, call);
      const value = await withRetries(attempt, { attempts: CALL_ATTEMPTS, pauseMs: retryMs }, clock, signal);
      return { kind: 'answered', value };
    } catch (error) {
      if (error instanceof NoAllowance) return { kind: 'no_allowance' };
      if (error instanceof ProviderError) return { kind: 'failed', failure: error.failure };
      throw error;
    }
  }

  private async attempt<T>(
    resource: MeteredResource,
    purpose: CallPurpose,
    call: () => Promise<Metered<T>>,
  ): Promise<T> {
    const { clock } = this.options;
    if (!decideCall(this.allowance(resource), purpose, clock.now()).allowed) throw new NoAllowance();
    await this.options.beforeCall();
    try {
      const { value, allowance } = await call();
      this.set(afterCall(this.allowance(resource), allowance, clock.now(), purpose));
      return value;
    } catch (error) {
      if (error instanceof ProviderError) {
        const { failure, allowance } = error;
        this.set(afterFailure(this.allowance(resource), allowance, waitOf(failure), clock.now()));
      }
      throw error;
    }
  }

  private set(allowance: Allowance): void {
    this.allowances.set(allowance.resource, allowance);
    this.options.onAllowance(allowance);
  }
}

class NoAllowance extends Error {
  override readonly name = 'NoAllowance';
}

function waitOf(failure: ProviderFailure): number | null {
  return failure.kind === 'rate_limited' || failure.kind === 'transient' ? failure.retryAfterMs : null;
}
