import { isoDate, secondsToMidnight } from '../state/sandbox-clock';
import type { LimitState } from './rolling-limit';
import type { Scope } from './scope';

/** The successful calls that a bank grants for each account and scope in a UTC day. */
export class Allowances {
  private readonly used = new Map<string, { day: string; calls: number }>();
  private readonly refused = new Map<string, number>();
  private readonly callsAtStart: number;

  constructor(
    public dailyCalls: number,
    private readonly now: () => number,
    /** Called with each call that was spent. */
    private readonly onSpent: (account: string, scope: Scope, day: string) => void,
  ) {
    this.callsAtStart = dailyCalls;
  }

  state(account: string, scope: Scope): LimitState {
    const entry = this.used.get(`${account}/${scope}`);
    const calls = entry?.day === isoDate(this.now()) ? entry.calls : 0;
    return {
      limit: this.dailyCalls,
      remaining: Math.max(0, this.dailyCalls - calls),
      resetS: secondsToMidnight(this.now()),
    };
  }

  /** Call it with a call that is refused because the allowance is used up. */
  refuse(account: string): void {
    this.refused.set(account, this.refusedOf(account) + 1);
  }

  /** How often an account was requested beyond its allowance: correct clients never do that. */
  refusedOf(account: string): number {
    return this.refused.get(account) ?? 0;
  }

  /** The next day begins. */
  renew(): void {
    this.used.clear();
  }

  /** As at the start. */
  reset(): void {
    this.dailyCalls = this.callsAtStart;
    this.used.clear();
    this.refused.clear();
  }

  /** Call it with successful calls only: a failed one costs nothing. */
  spend(account: string, scope: Scope): void {
    const day = isoDate(this.now());
    this.restore(account, scope, day);
    this.onSpent(account, scope, day);
  }

  restore(account: string, scope: Scope, day: string): void {
    const key = `${account}/${scope}`;
    const entry = this.used.get(key);
    if (entry?.day === day) entry.calls += 1;
    else this.used.set(key, { day, calls: 1 });
  }
}
