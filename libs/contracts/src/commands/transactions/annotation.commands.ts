import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { NOTE_LENGTH_MAX, TAG_LENGTH_MAX, TAGS_MAX } from '../../documents/transactions/annotation.document';
import { TransactionShapedV1 } from '../../events/transactions/transaction-shaped.v1';
import { clearable } from '../../resources/forms';
import { boundedText, described } from '../../resources/texts';
import { Id, IdText, OneOf } from '../../scalars';
import { ListMode } from '../refusal';
import { BULK_TRANSACTIONS_MAX, BulkOutcome } from './bulk-transaction.commands';

/** The choice of no category, as a request writes it. */
export const NO_CATEGORY = 'none';

/**
 * Choices of a person about one transaction. Null takes a choice back: rules may set the member again. `none`, an empty
 * text and an empty list are choices of nothing, which rules leave alone.
 */
export const AnnotationChanges = clearable(
  Type.Object({
    category_id: described(Type.Union([IdText, OneOf([NO_CATEGORY] as const)]), {
      sent: 'A category of the user’s own, or `none`. Null takes the choice back.',
    }),
    note: described(boundedText({ max: NOTE_LENGTH_MAX }), {
      sent: 'Empty: none, whatever rules say. Null takes the choice back.',
    }),
    tags: described(Type.Array(boundedText({ min: 1, max: TAG_LENGTH_MAX }), { maxItems: TAGS_MAX }), {
      sent:
        'All tags, in order; letter case does not tell two apart. A tag has no comma and does not begin with `+`. ' +
        'Empty: none, whatever rules say. Null takes the choice back.',
    }),
  }),
);
export type AnnotationChanges = Static<typeof AnnotationChanges>;

export const AnnotateTransactions = defineCommand({
  service: 'rule-engine',
  name: 'annotate-transactions',
  description:
    'Sets category, note and tags of transactions; they stay as they are set, whatever rules and later syncs say.',
  payload: Type.Object({
    items: Type.Array(Type.Object({ transactionId: Id, changes: AnnotationChanges }), {
      minItems: 1,
      maxItems: BULK_TRANSACTIONS_MAX,
    }),
    mode: ListMode,
  }),
  result: Type.Object({
    /** Results in the order of the items. */
    outcomes: Type.Array(BulkOutcome),
    /** Changed transactions, as many as fit into a message; all of them follow as events. */
    shaped: Type.Array(TransactionShapedV1.payload),
  }),
});
