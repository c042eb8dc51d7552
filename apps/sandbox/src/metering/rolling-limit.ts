/** The state of a limit, as companies send it in headers. */
export interface LimitState {
  readonly limit: number;
  /** Below zero: refuse. */
  readonly remaining: number;
  readonly resetS: number;
}

/**
 * A maximum number of requests in a rolling window, separately for each key. The first request opens a window, not the
 * clock.
 */
export class RollingLimit {
  private readonly requests = new Map<string, number[]>();
  private readonly limitAtStart = this.limit;

  constructor(
    public limit: number,
    private readonly windowMs: number,
    private readonly now: () => number,
  ) {}

  /** Whether a request would be refused. */
  isSpent(key: string): boolean {
    return this.recent(key).length >= this.limit;
  }

  /** Counts one request, unless it is refused; the window ends when the oldest one expires. */
  spend(key = ''): LimitState {
    const recent = this.recent(key);
    const isAllowed = recent.length < this.limit;
    if (isAllowed) recent.push(this.now());
    const oldest = recent[0] ?? this.now();
    return {
      limit: this.limit,
      remaining: isAllowed ? this.limit - recent.length : -1,
      resetS: Math.max(1, Math.ceil((oldest + this.windowMs - this.now()) / 1000)),
    };
  }

  /** Forgets all calls. */
  reset(): void {
    this.limit = this.limitAtStart;
    this.requests.clear();
  }

  private recent(key: string): number[] {
    const since = this.now() - this.windowMs;
    const times = this.requests.get(key) ?? [];
    const first = times.findIndex((time) => time > since);
    if (first !== 0) times.splice(0, first < 0 ? times.length : first);
    this.requests.set(key, times);
    return times;
  }
}
