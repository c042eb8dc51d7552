/** Lets through so many requests a second on average, and short bursts above it. */
export class RequestPace {
  private readonly buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(
    public perSecond: number,
    private readonly now: () => number,
  ) {}

  /** Seconds to wait, as `Retry-After` names them; null where the request may pass. */
  take(client: string): number | null {
    const burst = Math.max(1, this.perSecond * 3);
    const known = this.buckets.get(client) ?? { tokens: burst, atMs: this.now() };
    const refilled = known.tokens + ((this.now() - known.atMs) / 1000) * this.perSecond;
    const tokens = Math.min(burst, refilled);
    const passes = tokens >= 1;
    this.buckets.set(client, { tokens: passes ? tokens - 1 : tokens, atMs: this.now() });
    return passes ? null : Math.max(1, Math.ceil((1 - tokens) / this.perSecond));
  }
}
