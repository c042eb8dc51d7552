import { BalanceDocument } from '@tributary/contracts';
import fc from 'fast-check';
import { bookedBalance, reconcile, ReconciliationReading, StoredReconciliation } from './reconciliation';

function reading(amount: string, booked: string, change: Partial<ReconciliationReading> = {}) {
  return {
    balance: { type: 'interimBooked', currency: 'EUR', amount, until: null },
    floor: '2026-08-24',
    bookedFromLastFloor: booked,
    bookedFromFloor: booked,
    at: '2026-11-21T10:00:00.000Z',
    ...change,
  };
}

function after(...readings: ReconciliationReading[]): StoredReconciliation {
  const last = readings.reduce<StoredReconciliation | null>((kept, next) => reconcile(kept, next), null);
  if (!last) throw new Error('nothing was read');
  return last;
}

describe('a reconciliation', () => {
  it('begins without a comparison', () => {
    expect(after(reading('100.00', '-50.00'))).toMatchObject({
      balance_change: '0.00',
      transactions_total: '0.00',
      difference: '0.00',
    });
  });

  it('finds no difference if every transaction is stored, to the cent', () => {
    const kept = after(reading('100.10', '-50.00'), reading('100.40', '-49.70'));
    expect(kept).toMatchObject({ balance_change: '0.30', transactions_total: '0.30', difference: '0.00' });
  });

  it('shows missing and duplicate transactions', () => {
    expect(after(reading('100.00', '0'), reading('90.00', '0')).difference).toBe('-10.00');
    expect(after(reading('100.00', '0'), reading('90.00', '-20.00')).difference).toBe('10.00');
  });

  it('agrees again once the missing one arrives', () => {
    const kept = after(reading('100.00', '0'), reading('90.00', '0'), reading('90.00', '-10.00'));
    expect(kept.difference).toBe('0.00');
  });

  it('ignores days that leave the window', () => {
    const second = reading('95.00', '-305.00', { floor: '2026-08-25', bookedFromFloor: '-5.00' });
    const third = reading('94.00', '-6.00', { floor: '2026-08-26', bookedFromFloor: '-1.00' });
    expect(after(reading('100.00', '-300.00'), second, third)).toMatchObject({
      balance_change: '-6.00',
      transactions_total: '-6.00',
      difference: '0.00',
    });
  });

  it('starts over with another type or currency of balance', () => {
    const other = { type: 'closingBooked', currency: 'EUR', amount: '5.00', until: null };
    expect(after(reading('100.00', '0'), reading('', '0', { balance: other })).difference).toBe('0.00');
  });

  it('writes the currency’s digits', () => {
    const yen = (amount: string) => ({ type: 'ITBD', currency: 'JPY', amount, until: null });
    const [first, second] = ['1000', '800'].map((amount) => reading('', '0', { balance: yen(amount) }));
    if (!first || !second) throw new Error('no readings');
    expect(after(first, second).difference).toBe('-200');
  });

  it('always has the difference of its two sums', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const text = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 20 }), (syncs) => {
        const kept = after(...syncs.map(([balance, booked]) => reading(text(balance), text(booked))));
        const [first = [0, 0], last = first] = [syncs[0], syncs.at(-1)];
        const expected = last[0] - first[0] - (last[1] - first[1]);
        expect(Math.round(Number(kept.difference) * 100)).toBe(expected === 0 ? 0 : expected);
      }),
    );
  });
});

describe('the balance that transactions are compared with', () => {
  const balance = (type: string, change: Partial<BalanceDocument> = {}): BalanceDocument => ({
    amount: '1.00',
    currency: 'EUR',
    type,
    category: null,
    reference_date: '2026-11-20',
    credit_limit_included: null,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
    ...change,
  });

  it('contains booked transactions only: now, or up to the end of its day', () => {
    expect(bookedBalance([balance('closingBooked'), balance('interimBooked')], 'EUR')).toMatchObject({
      type: 'interimBooked',
      until: null,
    });
    expect(bookedBalance([balance('CLBD')], 'EUR')).toMatchObject({ until: '2026-11-20' });
  });

  it('is missing if only balances with pending entries or of another currency are published', () => {
    expect(bookedBalance([balance('interimAvailable'), balance('expected')], 'EUR')).toBeNull();
    expect(bookedBalance([balance('interimBooked', { currency: 'USD' })], 'EUR')).toBeNull();
  });
});
