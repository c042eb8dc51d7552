import { Static, Type } from '@sinclair/typebox';
import { Id, IsoDate, IsoTime, Nullable } from '../../scalars';

/** A row of a bank that could not be read, and was set aside. */
export const UnreadRow = Type.Object({
  id: Id,
  /** As far as it can be read. */
  date: Nullable(IsoDate),
  /** Why it could not be read; it never repeats the row. */
  reason: Type.String(),
  /** As the bank sent it. */
  row: Type.String(),
  /** How often the bank has listed it. */
  count: Type.Integer({ minimum: 1 }),
  first_seen_at: IsoTime,
  last_seen_at: IsoTime,
});
export type UnreadRow = Static<typeof UnreadRow>;
