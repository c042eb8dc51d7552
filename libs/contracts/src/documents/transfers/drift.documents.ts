import { Static, Type } from '@sinclair/typebox';
import { Id, IsoTime, Nullable, OneOf } from '../../scalars';

export const DRIFT_CHECK_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

/**
 * Difference between a row at the destination and the sent row.
 * MISSING – the destination does not know the row
 * DELETED – the destination reports that it was deleted
 * CHANGED – it has other values
 * MOVED – it is in another account, sheet or database
 * EXTRA – it has a key of ours but was not sent (any more): a copy, or a row that returned
 */
export const DRIFT_KINDS = ['MISSING', 'DELETED', 'CHANGED', 'MOVED', 'EXTRA'] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

export const DriftCheckDocument = Type.Object({
  transfer_link_id: Id,
  financial_account_id: Id,
  status: OneOf(DRIFT_CHECK_STATUSES),
  /** Number of rows that are compared with the destination. */
  checked: Type.Integer({ minimum: 0 }),
  differences: Type.Object({
    missing: Type.Integer({ minimum: 0 }),
    deleted: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0 }),
    moved: Type.Integer({ minimum: 0 }),
    extra: Type.Integer({ minimum: 0 }),
  }),
  /** Reason of the failure, as a text for the user. */
  error: Nullable(Type.String()),
  finished_at: Nullable(IsoTime),
});
export type DriftCheckDocument = Static<typeof DriftCheckDocument>;

/** A row in our own field names; null: unknown. */
const Held = Type.Object({
  date: Nullable(Type.String()),
  amount: Nullable(Type.String()),
  cleared: Nullable(Type.Boolean()),
  payee: Nullable(Type.String()),
  description: Nullable(Type.String()),
  /** The destination's id of its category; empty: none. Absent where it has no categories. */
  category: Type.Optional(Nullable(Type.String())),
});

export const DriftDifference = Type.Object({
  /** Position in its check, from 1. */
  place: Type.Integer({ minimum: 1 }),
  kind: OneOf(DRIFT_KINDS),
  transactionId: Nullable(Id),
  destinationTransactionId: Nullable(Type.String()),
  /** Different groups of fields: `status`, `payee`, `description`, `amount`, `category`. */
  fields: Type.Array(Type.String()),
  sent: Nullable(Held),
  held: Nullable(Held),
});
export type DriftDifference = Static<typeof DriftDifference>;
