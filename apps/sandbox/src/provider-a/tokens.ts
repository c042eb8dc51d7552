import { randomBytes } from 'node:crypto';
import type { ProviderAEvent } from './provider-a.events';

export const ACCESS_EXPIRES_S = 86_400;
export const REFRESH_EXPIRES_S = 2_592_000;

/** Access and refresh tokens and when they end. */
export class Tokens {
  private readonly expiresMs = { access: new Map<string, number>(), refresh: new Map<string, number>() };

  constructor(
    private readonly now: () => number,
    private readonly record: (event: ProviderAEvent) => void,
  ) {}

  issue(use: 'access' | 'refresh'): string {
    const token = `sandbox.${use}.${randomBytes(24).toString('base64url')}`;
    const seconds = use === 'access' ? ACCESS_EXPIRES_S : REFRESH_EXPIRES_S;
    const expiresMs = this.now() + seconds * 1000;
    this.restore(use, token, expiresMs);
    this.record({ kind: 'token', use, token, expiresMs });
    return token;
  }

  isValid(use: 'access' | 'refresh', token: string): boolean {
    return (this.expiresMs[use].get(token) ?? 0) > this.now();
  }

  expireAccessTokens(): void {
    this.forgetAccessTokens();
    this.record({ kind: 'access-tokens-expired' });
  }

  restore(use: 'access' | 'refresh', token: string, expiresMs: number): void {
    this.expiresMs[use].set(token, expiresMs);
  }

  forgetAccessTokens(): void {
    this.expiresMs.access.clear();
  }
}
