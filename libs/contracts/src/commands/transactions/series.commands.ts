import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { SeriesDocument } from '../../documents/transactions/series.document';
import { Id } from '../../scalars';

export const FindSeries = defineCommand({
  service: 'rule-engine',
  name: 'find-series',
  description: 'Finds the recurring payments of an account among its latest transactions; writes nothing.',
  payload: Type.Object({ financialAccountId: Id }),
  result: Type.Object({
    series: Type.Array(SeriesDocument),
    /** Number of transactions that were looked at, newest first. */
    scanned: Type.Integer({ minimum: 0 }),
    /** Whether there are older transactions than were looked at. */
    more: Type.Boolean(),
  }),
  reading: true,
});
