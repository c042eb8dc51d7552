import { utcDay } from '@tributary/money';
import { secondsToMidnight } from '../state/sandbox-clock';
import type { Store } from '../state/store';
import type { LimitState } from './rolling-limit';
import type { Scope } from './scope';

interface SpentCall {
  readonly account: string;
  readonly scope: Scope;
  readonly day: string;
}

/** The successful calls that a bank grants for each account and scope in a UTC day. */
export class Allowances {
  private readonly used = new Map<string, { day: string; calls: number }>();
  private readonly refused = new Map<string, number>();
  private readonly callsAtStart = this.dailyCalls;
  private readonly spent = this.store.event<SpentCall>('success', ({ account, scope, day }) => {
    const entry = this.used.get(`${account}/${scope}`);
    if (entry?.day === day) entry.calls += 1;
    else this.used.set(`${account}/${scope}`, { day, calls: 1 });
  });

  constructor(
    public dailyCalls: number,
    private readonly now: () => number,
    private readonly store: Store,
  ) {}

  state(account: string, scope: Scope): LimitState {
    const entry = this.used.get(`${account}/${scope}`);
    const calls = entry?.day === utcDay(this.now()) ? entry.calls : 0;
    return {
      limit: this.dailyCalls,
      remaining: Math.max(0, this.dailyCalls - calls),
      resetS: secondsToMidnight(this.now()),
    };
  }

  /** Counts a call that is refused because the allowance is used up. */
  refuse(account: string): void {
    this.refused.set(account, this.refusedOf(account) + 1);
  }

  /** Returns how often an account was requested beyond its allowance, which correct clients never do. */
  refusedOf(account: string): number {
    return this.refused.get(account) ?? 0;
  }

  /** The next day begins. */
  renew(): void {
    this.used.clear();
  }

  /** Clears all counts. */
  reset(): void {
    this.dailyCalls = this.callsAtStart;
    this.used.clear();
    this.refused.clear();
  }

  /** Counts a successful call: a failed one costs nothing. */
  spend(account: string, scope: Scope): void {
    this.spent({ account, scope, day: utcDay(this.now()) });
  }
}
