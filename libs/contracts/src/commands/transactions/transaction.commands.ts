import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf, Version } from '../../scalars';
import { RawTransaction } from '../../events/transactions/transaction-upserted.v1';
import { Settlement } from '../../events/transactions/settlement-upserted.v1';

/** Characters of one text that a user sets. */
export const TRANSACTION_TEXT_LENGTH_MAX = 2000;
/**
 * Bytes, as JSON, of everything that a user sets on one transaction, with the payee and the description that are taken from
 * it: a hundred such transactions, a page, are below 2 MB. One text of the maximum's length always fits, also in
 * characters of four bytes and taken over as the payee.
 */
export const SET_ON_TRANSACTION_BYTES_MAX = 18_000;

const Text = Type.String({ maxLength: TRANSACTION_TEXT_LENGTH_MAX });
const text = Type.Optional(Text);
const party = Type.Object({ name: text, iban: text, bban: text });
const change = Type.Optional(Nullable(Text));
const partyChanges = Type.Object({ name: change, iban: change, bban: change });

/** The values that a user may set, by their path in the document. Members of objects are set one by one. */
const EDITABLE = {
  amount: Amount,
  currency: Currency,
  booked: Type.Boolean(),
  booking_date: IsoDate,
  value_date: IsoDate,
  mapped_fields: Type.Object({ payee: text, description: text, date: Type.Optional(IsoDate) }),
  debtor: party,
  creditor: party,
  remittance_information: Type.Object({ structured: text, unstructured: text }),
  additional_information: Text,
};

export const TransactionFields = Type.Partial(Type.Object(EDITABLE));
export type TransactionFields = Static<typeof TransactionFields>;

/** Null releases a field, or one member of it: it has the provider's value again, or is empty, and rules may set it. */
export const TransactionFieldChanges = Type.Partial(
  Type.Object({
    amount: Nullable(EDITABLE.amount),
    currency: Nullable(EDITABLE.currency),
    booked: Nullable(EDITABLE.booked),
    booking_date: Nullable(EDITABLE.booking_date),
    value_date: Nullable(EDITABLE.value_date),
    mapped_fields: Nullable(
      Type.Object({ payee: change, description: change, date: Type.Optional(Nullable(IsoDate)) }),
    ),
    debtor: Nullable(partyChanges),
    creditor: Nullable(partyChanges),
    remittance_information: Nullable(Type.Object({ structured: change, unstructured: change })),
    additional_information: Nullable(EDITABLE.additional_information),
  }),
);
export type TransactionFieldChanges = Static<typeof TransactionFieldChanges>;

/** Fewer than two parts split nothing; more than these are no purchase. */
export const SPLIT_PARTS = { min: 2, max: 50 } as const;

const { amount: _ofWhole, currency: _oneForAll, ...OF_PART } = EDITABLE;

/** A part of a transaction as the user wants it: its share of the amount, and what it is to say otherwise than the whole. */
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

export const CreateTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'create-transaction',
  description: 'Adds a transaction by hand; no sync touches it.',
  payload: Type.Object({ financialAccountId: Id, fields: TransactionFields }),
  result: TransactionChanges,
});

export const UpdateTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'update-transaction',
  description:
    'Changes fields of a transaction; they stay as they are set, whatever rules and later syncs say.',
  payload: Type.Object({ transactionId: Id, fields: TransactionFieldChanges }),
  result: TransactionChanges,
});

export const DeleteTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'delete-transaction',
  description: 'Removes a transaction; later syncs do not bring it back.',
  payload: Type.Object({ transactionId: Id }),
  result: TransactionChanges,
});

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

export const AcceptSettlement = defineCommand({
  service: 'ingestion-sync',
  name: 'accept-settlement',
  description: 'Makes two entries that were on the review list one transaction.',
  payload: Type.Object({ settlementId: Id }),
  result: TransactionChanges,
});

export const DismissSettlement = defineCommand({
  service: 'ingestion-sync',
  name: 'dismiss-settlement',
  description: 'Says that two entries on the review list are two transactions.',
  payload: Type.Object({ settlementId: Id }),
  result: TransactionChanges,
});

export const UndoSettlement = defineCommand({
  service: 'ingestion-sync',
  name: 'undo-settlement',
  description: 'Takes two entries that were made one apart again.',
  payload: Type.Object({ settlementId: Id }),
  result: TransactionChanges,
});

/** Whether the two rows of a review are one payment or two. */
export const REVIEW_DECISIONS = ['one', 'two'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** As many reviews as one command decides. */
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
    /** They cannot be one, such as where a side was split, and stay open. */
    refused: Type.Integer({ minimum: 0 }),
    /** Open reviews behind these. */
    remaining: Type.Integer({ minimum: 0 }),
    /** The last review that this command was about. */
    last: Type.Integer({ minimum: 0 }),
    /** What changed, as far as a message holds it; all of it follows as events. */
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
