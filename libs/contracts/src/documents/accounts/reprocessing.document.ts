import { Static, Type } from '@sinclair/typebox';
import { Id, IsoTime, Nullable, OneOf } from '../../scalars';

export const REPROCESSING_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** A job that maps stored provider rows again, with its progress. */
export const ReprocessingDocument = Type.Object({
  status: OneOf(REPROCESSING_STATUSES),
  financial_account_ids: Type.Array(Id),
  transactions_total: Type.Integer(),
  transactions_done: Type.Integer(),
  transactions_changed: Type.Integer(),
  /** Rows that the current mapping cannot read, or whose booking status would change: they stay unchanged. */
  transactions_unreadable: Type.Integer(),
  error: Nullable(Type.String()),
  finished_at: Nullable(IsoTime),
});
export type ReprocessingDocument = Static<typeof ReprocessingDocument>;
