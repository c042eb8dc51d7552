/** Counts requests that come before the time that a refusal named: a correct client sends none. */
export class RetryWindows {
  private readonly untilMs = new Map<string, number>();
  private readonly tooEarly = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** Requests for `key` are early until `seconds` have passed. */
  open(key: string, seconds: number): void {
    this.untilMs.set(key, this.now() + seconds * 1000);
  }

  /** Counts a request if it is early. Call it with each request, before anything else is done with it. */
  visit(key: string): void {
    const untilMs = this.untilMs.get(key);
    if (untilMs === undefined) return;
    if (this.now() >= untilMs) this.untilMs.delete(key);
    else this.tooEarly.set(key, (this.tooEarly.get(key) ?? 0) + 1);
  }

  /** All waiting times are over. */
  endAll(): void {
    this.untilMs.clear();
  }

  /** Forgets all waiting times. */
  reset(): void {
    this.untilMs.clear();
    this.tooEarly.clear();
  }

  get anyOpen(): boolean {
    return this.untilMs.size > 0;
  }

  /** Returns the number of requests that came too early, for the keys that start with `prefix`. */
  earlyRequests(prefix: string): number {
    let count = 0;
    for (const [key, early] of this.tooEarly) if (key.startsWith(prefix)) count += early;
    return count;
  }
}
