import { EventPayload, ExchangeRatesPublishedV1, groupBy } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { partById, ReplayedPart } from '@tributary/service';
import { ALL_RATE_DAYS, RateDay } from './exchange-rates.store';

/** An event for each month of the days. */
export function rateEvents(days: readonly RateDay[]): OutgoingEvent[] {
  return [...groupBy(days, ({ day }) => Number(day.slice(0, 7).replace('-', '')))].map(([month, ofMonth]) => {
    const payload: EventPayload<typeof ExchangeRatesPublishedV1> = {
      month,
      days: ofMonth.map(({ day, version, source, rates }) => ({ date: day, version, source, rates })),
    };
    return event(ExchangeRatesPublishedV1, month, payload);
  });
}

/** All days, replayed for a rebuild of the query model. */
export const EXCHANGE_RATES: ReplayedPart = partById<RateDay>({
  name: 'exchange rates',
  ...ALL_RATE_DAYS,
  idOf: ({ id }) => id,
  toEvents: (rows) => {
    const newest = rows.reduce((latest, { updated_at: at }) => (at > latest ? at : latest), new Date(0));
    return rateEvents(rows).map((published) => ({ event: published, occurredAt: newest }));
  },
});
