import { Static, Type } from '@sinclair/typebox';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';

export const REPROCESSING_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** Kept provider rows that are read again with the mapping of now: how far that is. */
export const ReprocessingDocument = Type.Object({
  status: OneOf(REPROCESSING_STATUSES),
  financial_account_ids: Type.Array(Id),
  transactions_total: Type.Integer(),
  transactions_done: Type.Integer(),
  transactions_changed: Type.Integer(),
  /** Rows that the mapping of now cannot read, or takes for something else: they stay as they are. */
  transactions_unreadable: Type.Integer(),
  error: Nullable(Type.String()),
  finished_at: Nullable(IsoTime),
});
export type ReprocessingDocument = Static<typeof ReprocessingDocument>;
