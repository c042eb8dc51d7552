const HOUR_MS = 3_600_000;

/** Requests of each token in the last hour, counted by the request and not by the clock's hour. */
export class RequestQuota {
  private readonly times = new Map<string, number[]>();

  constructor(
    readonly perHour: number,
    private readonly now: () => number,
  ) {}

  /** Counts a request and returns how many the token has made; refused ones are not counted. */
  take(token: string): { readonly granted: boolean; readonly used: number } {
    const since = this.now() - HOUR_MS;
    const times = this.times.get(token) ?? [];
    const expired = times.findIndex((time) => time > since);
    if (times.length > 0 && expired !== 0) times.splice(0, expired < 0 ? times.length : expired);
    this.times.set(token, times);
    if (times.length >= this.perHour) return { granted: false, used: times.length };
    times.push(this.now());
    return { granted: true, used: times.length };
  }

  /** Seconds until the oldest request of the last hour no longer counts. */
  freeInS(token: string): number {
    const oldest = this.times.get(token)?.[0] ?? this.now();
    return Math.max(1, Math.ceil((oldest + HOUR_MS - this.now()) / 1000));
  }
}
