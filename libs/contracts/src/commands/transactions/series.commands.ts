import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { SeriesDocument } from '../../documents/transactions/series.document';
import { Id } from '../../scalars';

export const FindSeries = defineCommand({
  service: 'rule-engine',
  name: 'find-series',
  description:
    'Finds the recurring payments of an account among the transactions that were stored last; writes nothing.',
  payload: Type.Object({ financialAccountId: Id }),
  result: Type.Object({
    series: Type.Array(SeriesDocument),
    /** Number of transactions that were searched: those that were stored last. */
    scanned: Type.Integer({ minimum: 0 }),
    /** Whether there are further transactions, which were stored earlier. */
    more: Type.Boolean(),
  }),
  reading: true,
});
