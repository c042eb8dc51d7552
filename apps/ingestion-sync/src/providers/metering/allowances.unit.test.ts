import fc from 'fast-check';
import { afterCall, afterFailure, decideCall, unusedAllowance } from './allowances';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const DAY_MS = 86_400_000;

describe('the daily allowance', () => {
  it('leaves the backfill all calls but one, which is the regular sync’s', () => {
    let allowance = unusedAllowance('transactions', 4);
    for (let call = 0; call < 3; call += 1) {
      expect(decideCall(allowance, 'backfill', NOW)).toEqual({ allowed: true });
      allowance = afterCall(allowance, null, NOW);
    }
    expect(decideCall(allowance, 'backfill', NOW)).toEqual({ allowed: false, until: MIDNIGHT });
    expect(decideCall(allowance, 'regular', NOW)).toEqual({ allowed: true });
    expect(decideCall(afterCall(allowance, null, NOW), 'regular', NOW)).toEqual({
      allowed: false,
      until: MIDNIGHT,
    });
  });

  it('of two calls a day leaves the backfill the one that the regular sync does not need', () => {
    const allowance = afterCall(unusedAllowance('transactions', 2), null, NOW);
    expect(decideCall(allowance, 'backfill', NOW)).toEqual({ allowed: true });
  });

  it('follows the provider’s report, up and down', () => {
    const published = afterCall(
      unusedAllowance('transactions', 4),
      { limit: 50, remaining: 1, resetMs: 5000 },
      NOW,
    );
    expect(decideCall(published, 'backfill', NOW)).toEqual({ allowed: false, until: NOW + 5000 });
    expect(decideCall(published, 'regular', NOW)).toEqual({ allowed: true });
    expect(decideCall(published, 'backfill', NOW + 5000)).toEqual({ allowed: true });
  });

  it('blocks every call while a refusal holds', () => {
    const refused = afterFailure(unusedAllowance('balances', 4), null, 7000, NOW);
    expect(decideCall(refused, 'regular', NOW + 6999)).toEqual({ allowed: false, until: NOW + 7000 });
    expect(decideCall(refused, 'regular', NOW + 7000)).toEqual({ allowed: true });
  });

  it('is not spent by a failed call', () => {
    const failed = afterFailure(unusedAllowance('balances', 1), null, null, NOW);
    expect(decideCall(failed, 'regular', NOW)).toEqual({ allowed: true });
  });

  it('is never exceeded on any day, whatever is requested', () => {
    const asked = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: DAY_MS / 3 }), backfill: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 6 }), (calls, limit) => {
        let [allowance, now] = [unusedAllowance('transactions', limit), NOW];
        const perDay = new Map<number, number>();
        for (const { afterMs, backfill } of calls) {
          now += afterMs;
          if (!decideCall(allowance, backfill ? 'backfill' : 'regular', now).allowed) continue;
          allowance = afterCall(allowance, null, now);
          const day = Math.floor(now / DAY_MS);
          perDay.set(day, (perDay.get(day) ?? 0) + 1);
        }
        expect(Math.max(0, ...perDay.values())).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
