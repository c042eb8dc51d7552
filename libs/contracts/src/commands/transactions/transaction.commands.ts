import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { clearable } from '../../resources/forms';
import { boundedText } from '../../resources/texts';
import { Amount, Currency, Id, IsoDate, OneOf, Version } from '../../scalars';
import { RawTransaction } from '../../events/transactions/transaction-upserted.v1';
import { Settlement } from '../../events/transactions/settlement-upserted.v1';

/** Maximum of characters of one text that a user sets. */
export const TRANSACTION_TEXT_LENGTH_MAX = 2000;
/**
 * Maximum of bytes, as JSON, of everything that a user sets on one transaction, with the payee and the description
 * that are derived from it: a hundred such transactions, a page, are below 2 MB. One text of the maximum's length
 * always fits, also in characters of four bytes and copied as the payee.
 */
export const SET_ON_TRANSACTION_BYTES_MAX = 18_000;

const Text = boundedText({ max: TRANSACTION_TEXT_LENGTH_MAX });
const Party = Type.Object({ name: Text, iban: Text, bban: Text });

/** The objects of a transaction whose members a user may set, one by one. */
export const EDITABLE_OBJECTS = {
  mapped_fields: Type.Object({ payee: Text, description: Text, date: IsoDate }),
  debtor: Party,
  creditor: Party,
  remittance_information: Type.Object({ structured: Text, unstructured: Text }),
};
const { mapped_fields, debtor, creditor, remittance_information } = EDITABLE_OBJECTS;

/** The values that a user may set, by their path in the document. */
const EDITABLE = {
  amount: Amount,
  currency: Currency,
  booked: Type.Boolean(),
  booking_date: IsoDate,
  value_date: IsoDate,
  mapped_fields: Type.Partial(mapped_fields),
  debtor: Type.Partial(debtor),
  creditor: Type.Partial(creditor),
  remittance_information: Type.Partial(remittance_information),
  additional_information: Text,
};

export const TransactionFields = Type.Partial(Type.Object(EDITABLE));
export type TransactionFields = Static<typeof TransactionFields>;

/** Null releases a field, or one member of it: the provider's value shows again, or the field is empty, and rules may set it. */
export const TransactionFieldChanges = clearable(
  Type.Object({
    ...EDITABLE,
    mapped_fields: clearable(mapped_fields),
    debtor: clearable(debtor),
    creditor: clearable(creditor),
    remittance_information: clearable(remittance_information),
  }),
);
export type TransactionFieldChanges = Static<typeof TransactionFieldChanges>;

/** Number of parts of a split: one part would split nothing, and no purchase has more than the maximum. */
export const SPLIT_PARTS = { min: 2, max: 50 } as const;

const { amount: _ofWhole, currency: _oneForAll, ...OF_PART } = EDITABLE;

/** A part of a transaction as the user defines it: its share of the amount, and the fields that differ from the whole. */
export const TransactionPart = Type.Object({
  amount: Amount,
  ...Type.Partial(Type.Object(OF_PART)).properties,
});
export type TransactionPart = Static<typeof TransactionPart>;

/** The changes that a command made to one account's transactions. */
export const TransactionChanges = Type.Object({
  financialAccountId: Id,
  userId: Id,
  upserted: Type.Array(RawTransaction),
  removed: Type.Array(Type.Object({ id: Id, version: Version })),
  settlements: Type.Array(Settlement),
});
export type TransactionChanges = Static<typeof TransactionChanges>;

export const SplitTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'split-transaction',
  description:
    'Splits a transaction into parts that add up to its amount; they count and are transferred instead of it. Parts of ' +
    'an earlier split are replaced.',
  payload: Type.Object({
    transactionId: Id,
    parts: Type.Array(TransactionPart, { minItems: SPLIT_PARTS.min, maxItems: SPLIT_PARTS.max }),
  }),
  result: TransactionChanges,
});

export const JoinTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'join-transaction',
  description:
    'Removes the parts of a transaction: it counts and is transferred again, as it was before the split.',
  payload: Type.Object({ transactionId: Id }),
  result: TransactionChanges,
});

export const SETTLEMENT_DECISIONS = ['accept', 'dismiss', 'undo'] as const;
export type SettlementDecision = (typeof SETTLEMENT_DECISIONS)[number];

export const DecideSettlement = defineCommand({
  service: 'ingestion-sync',
  name: 'decide-settlement',
  description:
    'Makes two entries on the review list one transaction, leaves them two, or undoes that decision.',
  payload: Type.Object({ settlement_id: Id, decision: OneOf(SETTLEMENT_DECISIONS) }),
  result: TransactionChanges,
});

/** Whether the two rows of a review are one payment or two. */
export const REVIEW_DECISIONS = ['one', 'two'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Maximum of reviews that one command decides. */
export const REVIEWS_DECIDED_MAX = 200;

export const DecideImportReviews = defineCommand({
  service: 'ingestion-sync',
  name: 'decide-import-reviews',
  description:
    'Decides the open reviews of rows that an import added, at most 200, by their ids: each succeeds or stays open for itself.',
  payload: Type.Object({
    importId: Id,
    decision: OneOf(REVIEW_DECISIONS),
    /** The last review that an earlier command was about; 0: none. */
    after: Type.Integer({ minimum: 0 }),
  }),
  result: Type.Object({
    decided: Type.Integer({ minimum: 0 }),
    /** Reviews that cannot be merged, for example because a side was split; they stay open. */
    refused: Type.Integer({ minimum: 0 }),
    /** Number of open reviews after the last one. */
    remaining: Type.Integer({ minimum: 0 }),
    /** The last review that this command was about. */
    last: Type.Integer({ minimum: 0 }),
    /** Changed transactions, as far as they fit into a message; all of them follow as events. */
    changes: Type.Array(TransactionChanges),
  }),
});

export const MergeTransactions = defineCommand({
  service: 'ingestion-sync',
  name: 'merge-transactions',
  description: 'Makes two transactions of one account one, by the user’s word; the first keeps its id.',
  payload: Type.Object({ transactionId: Id, otherTransactionId: Id }),
  result: TransactionChanges,
});

export const UndoMerge = defineCommand({
  service: 'ingestion-sync',
  name: 'undo-merge',
  description: 'Takes the last merge by hand into a transaction apart.',
  payload: Type.Object({ transactionId: Id }),
  result: TransactionChanges,
});
