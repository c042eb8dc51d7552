import { Static, Type } from '@sinclair/typebox';
import { Id, IsoDate, IsoTime, Nullable } from '../../scalars';

/** A row of a bank that could not be read, and was set aside. */
export const UnreadRow = Type.Object({
  id: Id,
  /** Date of the row, if it can be read. */
  date: Nullable(IsoDate),
  /** Reason why the row could not be read; it never repeats the row. */
  reason: Type.String(),
  /** The row as the bank sent it. */
  row: Type.String(),
  /** Number of syncs in which the bank listed the row. */
  count: Type.Integer({ minimum: 1 }),
  first_seen_at: IsoTime,
  last_seen_at: IsoTime,
});
export type UnreadRow = Static<typeof UnreadRow>;
