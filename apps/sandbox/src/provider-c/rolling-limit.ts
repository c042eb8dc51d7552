const WINDOW_MS = 60_000;

export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Until the oldest request in the window is forgotten. */
  readonly resetS: number;
}

/** So many requests in the trailing minute, for each key by itself. */
export class RollingLimit {
  private readonly requests = new Map<string, number[]>();

  constructor(
    public perMinute: number,
    private readonly now: () => number,
  ) {}

  /** Counts one request unless nothing is left; `remaining` below zero means: refuse. */
  spend(key: string): LimitState {
    const nowMs = this.now();
    const recent = (this.requests.get(key) ?? []).filter((at) => nowMs - at < WINDOW_MS);
    const isAllowed = recent.length < this.perMinute;
    if (isAllowed) recent.push(nowMs);
    this.requests.set(key, recent);
    const oldest = recent[0] ?? nowMs;
    return {
      limit: this.perMinute,
      remaining: isAllowed ? this.perMinute - recent.length : -1,
      resetS: Math.max(1, Math.ceil((oldest + WINDOW_MS - nowMs) / 1000)),
    };
  }
}
