import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { ListMode } from '../refusal';
import { Id, Nullable, OneOf } from '../../scalars';
import { TransactionChanges, TransactionFieldChanges, TransactionFields } from './transaction.commands';

/** Maximum of transactions that one request may add, change or remove. */
export const BULK_TRANSACTIONS_MAX = 500;

export const BULK_ERRORS = ['not_found', 'invalid', 'conflict'] as const;

/** The result for one item: each succeeds or fails for itself. */
export const BulkOutcome = Type.Object({
  /** Null where a transaction was to be added and was not. */
  transactionId: Nullable(Id),
  /** Null where it succeeded. */
  error: Nullable(OneOf(BULK_ERRORS)),
  message: Type.String(),
  /** Errors by field of the item; empty where no field is wrong. */
  errors: Type.Record(Type.String(), Type.Array(Type.String())),
});
export type BulkOutcome = Static<typeof BulkOutcome>;

const result = Type.Object({
  /** Results in the order of the items. */
  outcomes: Type.Array(BulkOutcome),
  /** The changed transactions. With the mode `each`, as many as fit into a message; all of them follow as events. */
  changes: Type.Array(TransactionChanges),
});
export type BulkResult = Static<typeof result>;

const limits = { minItems: 1, maxItems: BULK_TRANSACTIONS_MAX };

export const CreateTransactions = defineCommand({
  service: 'ingestion-sync',
  name: 'create-transactions',
  description: 'Adds transactions by hand; no sync touches them.',
  payload: Type.Object({
    items: Type.Array(Type.Object({ financialAccountId: Id, fields: TransactionFields }), limits),
    mode: ListMode,
  }),
  result,
});

export const UpdateTransactions = defineCommand({
  service: 'ingestion-sync',
  name: 'update-transactions',
  description:
    'Changes fields of transactions; they stay as they are set, whatever rules and later syncs say.',
  payload: Type.Object({
    items: Type.Array(Type.Object({ transactionId: Id, fields: TransactionFieldChanges }), limits),
    mode: ListMode,
  }),
  result,
});

export const DeleteTransactions = defineCommand({
  service: 'ingestion-sync',
  name: 'delete-transactions',
  description: 'Removes transactions; later syncs do not bring them back.',
  payload: Type.Object({ items: Type.Array(Type.Object({ transactionId: Id }), limits), mode: ListMode }),
  result,
});
