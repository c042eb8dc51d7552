import { Clock } from '@tributary/messaging';

export interface IssuedToken {
  readonly access: string;
  readonly expiresInMs: number;
}

/** Time before its end at which a token is renewed, so that it does not expire during a request. */
const EARLY_MS = 60_000;

/**
 * Caches the access token of all requests. If several requests find it expired, only one of them requests a new token.
 */
export class TokenCache {
  private current: { access: string; usableUntil: number } | null = null;
  private renewal: Promise<string> | null = null;

  constructor(
    private readonly issue: () => Promise<IssuedToken>,
    private readonly clock: Clock,
  ) {}

  async get(): Promise<string> {
    if (this.current && this.clock.now() < this.current.usableUntil) return this.current.access;
    this.renewal ??= this.renew().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /** Forgets a refused token; a newer one that arrived meanwhile stays. */
  forget(access: string): void {
    if (this.current?.access === access) this.current = null;
  }

  private async renew(): Promise<string> {
    const { access, expiresInMs } = await this.issue();
    this.current = { access, usableUntil: this.clock.now() + Math.max(0, expiresInMs - EARLY_MS) };
    return access;
  }
}
