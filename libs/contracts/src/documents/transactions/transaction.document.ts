import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, IdText, IsoDate, Nullable, OneOf } from '../../scalars';
import { TradeDocument } from './trade.document';

const text = Type.Optional(Type.String());

const Party = {
  name: text,
  bban: text,
  iban: text,
  pan: text,
  masked_pan: text,
  msisdn: text,
  currency: text,
  agent: text,
};

const Codes = {
  bank_transaction_code: text,
  merchant_category_code: text,
  proprietary_bank_transaction_code: text,
  purpose_code: text,
};
/** The members of `codes`: rules read and set each of them. */
export const TRANSACTION_CODES = Object.keys(Codes) as readonly (keyof typeof Codes)[];

const ExternalIdentifiers = {
  institution_transaction_id: text,
  integrator_transaction_id: text,
  end_to_end_id: text,
  entry_reference: text,
  check_id: text,
  mandate_id: text,
};
/** The members of `external_identifiers`: rules read each of them, and each is redacted. */
export const EXTERNAL_IDENTIFIERS = Object.keys(
  ExternalIdentifiers,
) as readonly (keyof typeof ExternalIdentifiers)[];

/**
 * - `CONFIRMED`: the sum of the parts equals the transaction's amount.
 * - `NEEDS_REVIEW`: the amount has changed since; the parts stay until the user splits again or joins them.
 */
export const SPLIT_STATUSES = ['CONFIRMED', 'NEEDS_REVIEW'] as const;

/** Split of a transaction: its parts count and are transferred instead of it. */
export const TransactionSplit = Type.Object({
  status: OneOf(SPLIT_STATUSES),
  /** Sum of the parts: the transaction's amount when the user split it. */
  amount: Amount,
  currency: Currency,
  /** Ids of the parts, in the order in which the user named them. */
  parts: Type.Array(IdText),
});
export type TransactionSplit = Static<typeof TransactionSplit>;

/**
 * A transaction with the interface's field names, for REST, rules and templates, so that `creditor.name` means the same
 * in a rule, a template, a filter and a response. Empty optional fields are left out. Ids, versions and times of the
 * row are not part of the document.
 */
export const TransactionDocument = Type.Object({
  /** Amount as billed to the account; outflow is negative. */
  amount: Amount,
  currency: Currency,
  /** The party that owns the account, as the bank reports it: present only if the sign of the amount was changed. Never shown. */
  holder: Type.Optional(OneOf(['debtor', 'creditor'])),
  booked: Type.Boolean(),
  /** The fields that a user set, as sorted dotted paths: no rule and no sync changes them. */
  edited_fields: Type.Optional(Type.Array(Type.String())),
  /** The user confirmed that it moves money between their own accounts; absent otherwise. */
  is_own_transfer: Type.Optional(Type.Boolean()),
  mapped_fields: Type.Object({
    payee: text,
    description: text,
    date: Nullable(IsoDate),
  }),
  booking_date: Nullable(IsoDate),
  booking_datetime: Type.String(),
  value_date: Nullable(IsoDate),
  value_datetime: Type.String(),
  debtor: Type.Optional(Type.Object(Party)),
  creditor: Type.Optional(Type.Object({ ...Party, id: text })),
  ultimate_debtor: text,
  ultimate_creditor: text,
  remittance_information: Type.Optional(
    Type.Object({ structured: text, structured_array: text, unstructured: text, unstructured_array: text }),
  ),
  additional_data_structured: text,
  additional_information: text,
  additional_information_structured: text,
  balance_after_transaction: text,
  codes: Type.Optional(Type.Object(Codes)),
  currency_exchange: Type.Optional(
    Type.Object({
      source_currency: text,
      exchange_rate: text,
      unit_currency: text,
      target_currency: text,
      quotation_date: text,
      contract_identification: text,
    }),
  ),
  external_identifiers: Type.Optional(Type.Object(ExternalIdentifiers)),
  trade: Type.Optional(TradeDocument),
  enriched: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Id of the category, one of the user's own list; absent: none. */
  category_id: Type.Optional(IdText),
  /** Text that the user or a rule wrote on it. */
  note: text,
  /** Tags of the user or of rules, in their order; absent: none. */
  tags: Type.Optional(Type.Array(Type.String())),
  /**
   * The transaction may be a duplicate of another one of the account: until somebody decides, it is not sent, not
   * announced and not counted in totals. Absent: no.
   */
  under_review: Type.Optional(Type.Literal(true)),
  /** Present only if the transaction is split. */
  split: Type.Optional(TransactionSplit),
  /** Present only in a part: the id of the transaction that was split. */
  split_of: Type.Optional(IdText),
});
export type TransactionDocument = Static<typeof TransactionDocument>;
