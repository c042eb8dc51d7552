import { AllowanceReading } from './provider.port';

/** A failure at a provider, by its consequence for the sync. */
export type ProviderFailure =
  /** The user's consent has ended: the connection needs a new one. */
  | { readonly kind: 'consent_ended' }
  /** The account (or another requested resource) no longer exists. */
  | { readonly kind: 'not_found' }
  | { readonly kind: 'account_suspended' }
  /**
   * The allowance is used up. The provider allows no call before the time has passed, for one resource of the account
   * or at all.
   */
  | { readonly kind: 'rate_limited'; readonly scope: 'resource' | 'provider'; readonly retryAfterMs: number }
  /** The institution has no such old data; `oldest` is its first day, if it names it. */
  | { readonly kind: 'window_refused'; readonly oldest?: string }
  /**
   * The institution refused the request or is broken; the provider does not distinguish these. `forItsDays`: the
   * error's text mentions days.
   */
  | { readonly kind: 'institution_refused'; readonly forItsDays: boolean }
  /** The requested page or mark is unknown: begin again. */
  | { readonly kind: 'cursor_refused' }
  /** The user must do something at the institution itself; a new consent does not help. */
  | { readonly kind: 'user_action_required' }
  /** The institution requires more data about a present user than was sent, or none. */
  | { readonly kind: 'user_refused' }
  /** The request was wrong in these fields. */
  | { readonly kind: 'request_refused'; readonly fields: readonly string[] }
  /** Credentials, plan or network address are not accepted: an operator must act. */
  | { readonly kind: 'access_denied' }
  /** The provider or the institution is down, or the network is. */
  | { readonly kind: 'transient'; readonly retryAfterMs: number | null }
  /** The response cannot be read: it is no JSON, incomplete, or lacks required members. */
  | { readonly kind: 'invalid_answer' }
  /** The response exceeds a limit. `reason` is a sentence of this service for the user. */
  | { readonly kind: 'answer_refused'; readonly reason: string };

/**
 * A failed call to a provider. The message never contains the provider's text, which may have account data. `allowance`
 * is from the response's headers, also of a refused or broken one.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    message: string,
    readonly allowance: AllowanceReading | null = null,
    private readonly options?: ErrorOptions & {
      /** Whether the request may have arrived without a complete response. */
      readonly isUnanswered?: boolean;
    },
  ) {
    super(message, options);
  }

  /** Whether the provider may have run, and counted, the request. */
  get mayHaveCounted(): boolean {
    return this.options?.isUnanswered === true || ANSWERED.has(this.failure.kind);
  }
}

/** The failures after which the provider has processed the request, but its response is unusable. */
const ANSWERED: ReadonlySet<ProviderFailure['kind']> = new Set(['invalid_answer', 'answer_refused']);

/** Returns whether the same call may succeed in a moment. */
export function isPassing(failure: ProviderFailure): boolean {
  switch (failure.kind) {
    case 'transient':
      return failure.retryAfterMs === null;
    case 'invalid_answer':
      return true;
    case 'institution_refused':
      return !failure.forItsDays;
    case 'consent_ended':
    case 'not_found':
    case 'account_suspended':
    case 'rate_limited':
    case 'window_refused':
    case 'cursor_refused':
    case 'user_action_required':
    case 'user_refused':
    case 'request_refused':
    case 'access_denied':
    case 'answer_refused':
      return false;
    default: {
      const unknown: never = failure;
      return unknown;
    }
  }
}

/** The reasons why a setup token gives no access. */
export type SetupTokenRefusal =
  /** The token contains no address for a claim. */
  | 'malformed'
  /** The token's server is unknown, or has an address to which connections are forbidden. */
  | 'address'
  /** The server does not know the token, or it was used: it is valid for one claim. */
  | 'used'
  /** The server's response does not open any account. */
  | 'no_access';

/** A user's setup token was refused. The message never contains it. */
export class SetupTokenRefused extends Error {
  override readonly name = 'SetupTokenRefused';

  constructor(
    readonly refusal: SetupTokenRefusal,
    options?: ErrorOptions,
  ) {
    super(`the setup token was refused: ${refusal}`, options);
  }
}
