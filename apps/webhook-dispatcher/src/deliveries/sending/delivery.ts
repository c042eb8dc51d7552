/** A delivery that was claimed and is to be sent. */
export interface Delivery {
  readonly id: number;
  readonly lane: string;
  readonly messageId: string;
  readonly eventType: string;
  readonly body: string;
  readonly traceparent: string | null;
  /** Attempts made so far. */
  readonly attempts: number;
  /** Of them, those made before it was sent again by hand: the schedule of retries begins again after them. */
  readonly earlierAttempts: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Why a POST got no answer. Kept and shown instead of the error's text, which may quote addresses. */
export type PostFailure = 'ADDRESS_REFUSED' | 'TIMEOUT' | 'DNS' | 'TLS' | 'CONNECTION';

/** The result of one POST. */
export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly failure: PostFailure };

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly status: 'DELIVERED' }
  | { readonly status: 'PENDING'; readonly retryInMs: number }
  | { readonly status: 'FAILED' };

/** One attempt and what follows from it. */
export interface Outcome {
  readonly delivery: Delivery;
  readonly attemptedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Null for a success. */
  readonly error: string | null;
  readonly verdict: Verdict;
  /** The endpoint said that it is gone for good. */
  readonly gone: boolean;
  /** How long the endpoint asked us to stay away, if it did. */
  readonly pauseMs: number | null;
}
