/** A claimed delivery. */
export interface Delivery {
  readonly id: number;
  readonly lane: string;
  readonly messageId: string;
  readonly eventType: string;
  readonly body: string;
  readonly traceparent: string | null;
  readonly transactionIds: readonly number[];
  /** Attempts made so far. */
  readonly attempts: number;
  /** The attempts before a manual redelivery; the schedule of retries starts again after them. */
  readonly earlierAttempts: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/**
 * The reason why a POST got no response. It is stored and shown instead of the error's text, which may contain
 * addresses.
 */
export type PostFailure = 'ADDRESS_REFUSED' | 'TIMEOUT' | 'DNS' | 'TLS' | 'CONNECTION';

/** The result of one POST. */
export type PostResult =
  | { readonly kind: 'responded'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly failure: PostFailure };

/** The state of a delivery after an attempt. */
export type Verdict =
  | { readonly status: 'DELIVERED' }
  | { readonly status: 'PENDING'; readonly retryInMs: number }
  | { readonly status: 'FAILED' };

/** An attempt and its result. */
export interface Outcome {
  readonly delivery: Delivery;
  readonly attemptedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Null for a success. */
  readonly error: string | null;
  readonly verdict: Verdict;
  /** Whether the endpoint responded that it no longer exists. */
  readonly gone: boolean;
  /**
   * The pause of its endpoint after this attempt, because the endpoint requested it or fails; null if there is none.
   */
  readonly pauseMs: number | null;
}
