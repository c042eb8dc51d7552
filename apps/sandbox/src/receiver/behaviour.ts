import { Fields } from '../server/fields';

/** The response of a receiver to a delivery with a valid signature. */
export type Behaviour =
  | { readonly kind: 'ok' }
  | { readonly kind: 'status'; readonly status: number; readonly retry_after_s?: number }
  | { readonly kind: 'slow'; readonly delay_ms: number }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'gone' }
  /** Fails `failures` deliveries, accepts one, and repeats that. */
  | { readonly kind: 'flapping'; readonly failures: number; readonly status: number };

export interface Reaction {
  readonly status: number;
  readonly delayMs?: number;
  readonly location?: string;
  readonly retryAfterS?: number;
}

/** Reads `"ok"` or `{kind: "ok"}` and so on; absent means ok. */
export function behaviourFromBody(value: unknown): Behaviour {
  const given = new Fields(typeof value === 'string' ? { kind: value } : value);
  const kind = given.oneOf('kind', ['ok', 'status', 'slow', 'redirect', 'gone', 'flapping']) ?? 'ok';
  const status = given.number('status');
  switch (kind) {
    case 'ok':
    case 'gone':
      return { kind };
    case 'status':
      return { kind, status: status ?? 500, retry_after_s: given.number('retry_after_s') };
    case 'slow':
      return { kind, delay_ms: given.number('delay_ms') ?? 20_000 };
    case 'redirect':
      return { kind, location: given.text('location') ?? 'http://169.254.169.254/' };
    case 'flapping':
      return { kind, failures: given.number('failures') ?? 1, status: status ?? 503 };
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}

/** The response to the nth delivery, from 0. */
export function reactionTo(behaviour: Behaviour, nth: number): Reaction {
  switch (behaviour.kind) {
    case 'ok':
      return { status: 204 };
    case 'status':
      return { status: behaviour.status, retryAfterS: behaviour.retry_after_s };
    case 'slow':
      return { status: 204, delayMs: behaviour.delay_ms };
    case 'redirect':
      return { status: 302, location: behaviour.location };
    case 'gone':
      return { status: 410 };
    case 'flapping':
      return { status: nth % (behaviour.failures + 1) < behaviour.failures ? behaviour.status : 204 };
    default: {
      const unknown: never = behaviour;
      return unknown;
    }
  }
}
