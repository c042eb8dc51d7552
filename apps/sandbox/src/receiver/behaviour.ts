import { invalid } from '../server/problem';

/** How a receiver answers a delivery whose signature is right. */
export type Behaviour =
  | { readonly kind: 'ok' }
  | { readonly kind: 'status'; readonly status: number; readonly retry_after_s?: number }
  | { readonly kind: 'slow'; readonly delay_ms: number }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'gone' }
  /** Fails `failures` deliveries, accepts one, and so on. */
  | { readonly kind: 'flapping'; readonly failures: number; readonly status: number };

export interface Reaction {
  readonly status: number;
  readonly delayMs: number;
  readonly location?: string;
  readonly retryAfterS?: number;
}

/** Reads `"ok"` or `{kind: "ok"}` and so on; absent means ok. */
export function behaviourFromBody(value: unknown): Behaviour {
  const given = (typeof value === 'object' && value !== null ? value : { kind: value ?? 'ok' }) as Record<
    string,
    unknown
  >;
  const number = (name: string, fallback: number): number =>
    typeof given[name] === 'number' ? given[name] : fallback;
  switch (given['kind']) {
    case 'ok':
      return { kind: 'ok' };
    case 'gone':
      return { kind: 'gone' };
    case 'status':
      return {
        kind: 'status',
        status: number('status', 500),
        retry_after_s: typeof given['retry_after_s'] === 'number' ? given['retry_after_s'] : undefined,
      };
    case 'slow':
      return { kind: 'slow', delay_ms: number('delay_ms', 20_000) };
    case 'redirect':
      return {
        kind: 'redirect',
        location: typeof given['location'] === 'string' ? given['location'] : 'http://169.254.169.254/',
      };
    case 'flapping':
      return { kind: 'flapping', failures: number('failures', 1), status: number('status', 503) };
    default:
      throw invalid('behaviour must be ok, status, slow, redirect, gone or flapping');
  }
}

/** What to answer to the nth delivery, from 0. */
export function reactionTo(behaviour: Behaviour, nth: number): Reaction {
  switch (behaviour.kind) {
    case 'ok':
      return { status: 204, delayMs: 0 };
    case 'status':
      return { status: behaviour.status, delayMs: 0, retryAfterS: behaviour.retry_after_s };
    case 'slow':
      return { status: 204, delayMs: behaviour.delay_ms };
    case 'redirect':
      return { status: 302, delayMs: 0, location: behaviour.location };
    case 'gone':
      return { status: 410, delayMs: 0 };
    case 'flapping':
      return {
        status: nth % (behaviour.failures + 1) < behaviour.failures ? behaviour.status : 204,
        delayMs: 0,
      };
    default: {
      const unknown: never = behaviour;
      return unknown;
    }
  }
}
