import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, IsoDate, OneOf, Version } from '../../scalars';

/** Publishers of day rates: the European Central Bank. */
export const RATE_SOURCES = ['ECB'] as const;

/** The rates of one day: the price of one euro in each currency. */
const RatesOfDay = Type.Object({
  date: IsoDate,
  /** Rises when the publisher corrects the day. */
  version: Version,
  source: OneOf(RATE_SOURCES),
  rates: Type.Record(
    Type.String({ pattern: '^[A-Z]{3}$' }),
    Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,12})?$' }),
  ),
});
export type RatesOfDay = Static<typeof RatesOfDay>;

/** Exchange rates of days of one month. Key: the month as a number, such as 202603. */
export const ExchangeRatesPublishedV1 = defineEvent({
  topic: 'exchange-rates.published',
  version: 1,
  description: 'Day rates of currencies were published, or corrected.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway'],
  keyedBy: 'month',
  itemsIn: 'days',
  payload: Type.Object({ month: Id, days: Type.Array(RatesOfDay) }),
  sample: {
    month: 202603,
    days: [
      {
        date: '2026-03-02',
        version: 1,
        source: 'ECB',
        rates: { USD: '1.0823', JPY: '161.2', GBP: '0.8569' },
      },
    ],
  },
});
