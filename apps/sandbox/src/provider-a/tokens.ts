import { randomBytes } from 'node:crypto';
import type { Store } from '../state/store';

/** Seconds until a token ends. */
export const LIFETIME_S = { access: 86_400, refresh: 2_592_000 } as const;

type Use = keyof typeof LIFETIME_S;

interface IssuedToken {
  readonly use: Use;
  readonly token: string;
  readonly expiresMs: number;
}

/** Access and refresh tokens and when they end. */
export class Tokens {
  private readonly expiresMs = { access: new Map<string, number>(), refresh: new Map<string, number>() };
  private readonly issued = this.store.event<IssuedToken>('token', ({ use, token, expiresMs }) => {
    this.expiresMs[use].set(token, expiresMs);
  });
  private readonly accessExpired = this.store.event('access-tokens-expired', () => {
    this.expiresMs.access.clear();
  });

  constructor(
    private readonly now: () => number,
    private readonly store: Store,
  ) {}

  issue(use: Use): string {
    const token = `sandbox.${use}.${randomBytes(24).toString('base64url')}`;
    this.issued({ use, token, expiresMs: this.now() + LIFETIME_S[use] * 1000 });
    return token;
  }

  isValid(use: Use, token: string): boolean {
    return (this.expiresMs[use].get(token) ?? 0) > this.now();
  }

  expireAccessTokens(): void {
    this.accessExpired({});
  }
}
