import { addDays } from '@tributary/money';
import { detectSeries } from './detect-series';
import { Payment } from './series-row';
import { summaryOf } from './series-summary';

let nextId = 0;

function payment(day: string, amount: string, members: Partial<Payment> = {}): Payment {
  nextId += 1;
  const base = { accountId: 1, currency: 'EUR', name: '', text: '', counterAccount: '', mandate: '' };
  return { id: nextId, day, amount, ...base, ...members };
}

/** Days of months from January 2025 on; what falls on a weekend is paid on Monday, and the 31st on the last day. */
function monthly(dayOfMonth: number, months: number, first = 0): string[] {
  return Array.from({ length: months }, (_, index) => {
    const month = first + index;
    const last = new Date(Date.UTC(2025, month + 1, 0)).getUTCDate();
    const day = new Date(Date.UTC(2025, month, Math.min(dayOfMonth, last)));
    const weekday = day.getUTCDay();
    return addDays(day.toISOString().slice(0, 10), weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
  });
}

const found = (payments: readonly Payment[]) =>
  detectSeries(payments).map(({ form, pricing, payments: own }) => [form.rhythm, pricing, own.length]);

describe('recurring payments', () => {
  it('are found although weekends move them and months are short', () => {
    expect(found(monthly(31, 14).map((day) => payment(day, '-750.00', { name: 'Landlord' })))).toEqual([
      ['MONTHLY', 'fixed', 14],
    ]);
  });

  it('are found without a payee, with references that change in every text', () => {
    const rows = monthly(12, 10).map((day, index) =>
      payment(day, '-12.99', { text: `CARTE ${index}12 STREAMFLIX.COM REF ${7919 * (index + 3)}` }),
    );
    expect(found(rows)).toEqual([['MONTHLY', 'fixed', 10]]);
  });

  it('are one series over a new price, a missed month and a new day', () => {
    const days = monthly(5, 12).filter((_, index) => index !== 4);
    const rows = days.map((day, index) => payment(day, index < 6 ? '-9.99' : '-11.99', { name: 'Music' }));
    const moved = monthly(19, 6, 12).map((day) => payment(day, '-11.99', { name: 'Music' }));
    expect(found([...rows, ...moved])).toEqual([['MONTHLY', 'fixed', 17]]);
  });

  it('are found for bills of any amount of one mandate', () => {
    const rows = monthly(15, 12).map((day, index) =>
      payment(day, `-${40 + ((index * 17) % 29)}.${10 + index}`, { mandate: 'M-1', name: 'Power' }),
    );
    expect(found(rows)).toEqual([['MONTHLY', 'varied', 12]]);
  });

  it('are two subscriptions beside purchases at one shop', () => {
    const shop = { name: 'Amazon' };
    const rows = [
      ...monthly(3, 12).map((day) => payment(day, '-8.99', shop)),
      ...monthly(20, 12).map((day) => payment(day, '-9.95', shop)),
      ...Array.from({ length: 40 }, (_, index) =>
        payment(
          addDays('2025-01-02', (index * 37) % 350),
          `-${13 + ((index * 29) % 90)}.${10 + index}`,
          shop,
        ),
      ),
    ];
    expect(found(rows)).toEqual([
      ['MONTHLY', 'fixed', 12],
      ['MONTHLY', 'fixed', 12],
    ]);
  });

  it.each([
    ['WEEKLY', 7],
    ['TWO_WEEKLY', 14],
    ['FOUR_WEEKLY', 28],
  ])('are %s if they come every %i days', (rhythm, days) => {
    const rows = Array.from({ length: 10 }, (_, index) =>
      payment(addDays('2025-01-06', days * index), '1250.00', { name: 'Employer' }),
    );
    expect(found(rows)).toEqual([[rhythm, 'fixed', 10]]);
  });

  it('are not the habit of a supermarket on Saturdays, or lunch of one price', () => {
    const saturdays = Array.from({ length: 50 }, (_, index) =>
      payment(addDays('2025-01-04', 7 * index), `-${40 + ((index * 37) % 83)}.${10 + (index % 80)}`, {
        name: 'Super',
      }),
    );
    const lunches = Array.from({ length: 80 }, (_, index) =>
      payment(addDays('2025-01-06', index * 4 + ((index * index) % 3)), '-6.45', { name: 'Canteen' }),
    );
    expect(found([...saturdays, ...lunches])).toEqual([]);
  });

  it('of money in and money out at one party are apart', () => {
    const days = monthly(1, 8);
    const rows = days.flatMap((day) => [
      payment(day, '-100.00', { name: 'Sam', counterAccount: 'FI1' }),
      payment(day, '100.00', { name: 'Sam', counterAccount: 'FI1' }),
    ]);
    expect(found(rows)).toHaveLength(2);
  });

  it('are not searched among words that hundreds of payments share', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      payment(addDays('2025-01-01', index % 600), `-${(index % 7) + 1}.00`, {
        name: 'the same words in each and every row of it',
        counterAccount: 'FI2112345600000785',
      }),
    );
    let steps = 0;
    expect(detectSeries(rows, () => (steps += 1))).toEqual([]);
    expect(steps).toBeLessThan(3);
  });
});

describe('a series', () => {
  const rent = monthly(2, 12).map((day) => payment(day, '-750.00', { name: 'Landlord' }));
  const [series] = detectSeries(rent);

  it.each([
    ['2025-12-20', 'ACTIVE', '2026-01-02'],
    ['2026-01-06', 'ACTIVE', '2026-01-02'],
    ['2026-01-12', 'MISSED', '2026-01-02'],
    ['2026-03-01', 'ENDED', null],
  ])('is on %s %s and expects %s', (today, status, expected) => {
    expect(series && summaryOf(series, today)).toMatchObject({
      status,
      expected_date: expected,
      expected_amount: expected && '-750.00',
      name: 'Landlord',
      count: 12,
    });
  });

  it('says a new price, and what it was', () => {
    const rows = monthly(2, 12).map((day, index) =>
      payment(day, index < 11 ? '-9.99' : '-12.99', { name: 'Music' }),
    );
    const [one] = detectSeries(rows);
    expect(one && summaryOf(one, '2025-12-20')).toMatchObject({
      status: 'PRICE_CHANGED',
      previous_amount: '-9.99',
      last_amount: '-12.99',
      expected_amount: '-12.99',
    });
  });
});
