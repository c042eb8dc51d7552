import { SeriesDocument, SeriesStatus } from '@tributary/contracts';
import { compareDecimals, dayNumber, DAY_MS, utcDay } from '@tributary/money';
import { SAME_PRICE } from './chains';
import type { DetectedSeries } from './detect-series';
import { nextRegularDay, periodOf, RhythmForm, seriesDay } from './rhythms';
import { difference, Payment, seriesRow } from './series-row';

const TRANSACTIONS_SHOWN = 24;
/** The amounts of which the middle is expected, where they vary. */
const AMOUNTS_MEANT = 6;
/** A yearly payment that is two months late is not awaited for another year. */
const AWAITED_DAYS_MAX = 60;

/** Describes a series as it stands on a day. @param today `YYYY-MM-DD` */
export function summaryOf(series: DetectedSeries, today: string): SeriesDocument {
  const { form, pricing, payments } = series;
  const [first, last] = [payments[0], payments.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a series has payments');
  const expectedDay = nextRegularDay(
    payments.map(({ day }) => seriesDay(day)),
    form,
  );
  const previous = pricing === 'fixed' ? previousPrice(payments) : null;
  const status = statusOf(form, dayNumber(today) - expectedDay, previous !== null);
  const isEnded = status === 'ENDED';
  return {
    financial_account_id: last.accountId,
    name: payments.findLast(({ name }) => name !== '')?.name ?? '',
    rhythm: form.rhythm,
    status,
    currency: last.currency,
    last_amount: last.amount,
    previous_amount: previous,
    first_date: first.day,
    last_date: last.day,
    expected_date: isEnded ? null : utcDay(expectedDay * DAY_MS),
    expected_amount: isEnded ? null : pricing === 'fixed' ? last.amount : middleAmount(payments),
    count: payments.length,
    transaction_ids: payments
      .slice(-TRANSACTIONS_SHOWN)
      .map(({ id }) => id)
      .reverse(),
  };
}

function statusOf(form: RhythmForm, daysLate: number, hasNewPrice: boolean): SeriesStatus {
  if (daysLate > Math.min(periodOf(form), AWAITED_DAYS_MAX) + form.slack) return 'ENDED';
  if (daysLate > form.slack) return 'MISSED';
  return hasNewPrice ? 'PRICE_CHANGED' : 'ACTIVE';
}

/** The price before the latest payment; null if that has the same one, or none was settled. */
function previousPrice(payments: readonly Payment[]): string | null {
  const [last, before, earlier] = payments.slice(-3).reverse().map(seriesRow);
  if (last === undefined || before === undefined || difference(last, before) <= SAME_PRICE) return null;
  if (earlier !== undefined && difference(before, earlier) > SAME_PRICE) return null;
  return before.payment.amount;
}

function middleAmount(payments: readonly Payment[]): string | null {
  const amounts = payments
    .slice(-AMOUNTS_MEANT)
    .map(({ amount }) => amount)
    .sort(compareDecimals);
  return amounts[Math.floor(amounts.length / 2)] ?? null;
}
