import { Static, Type } from '@sinclair/typebox';
import { storedOf } from '../../resources/forms';
import { boundedText, described } from '../../resources/texts';
import { Id, Nullable, OneOf } from '../../scalars';
import { StoredCondition } from '../rule.documents';

/** Maximum of characters of a category's name and of its group's. */
export const CATEGORY_NAME_LENGTH_MAX = 100;
/** Maximum of categories of a user. */
export const CATEGORIES_MAX = 1000;
/** Maximum of characters of an id at a destination. */
export const CATEGORY_REMOTE_ID_LENGTH_MAX = 200;

/** Members of a category that a caller sets. */
export const CategorySettings = Type.Object({
  name: boundedText({ min: 1, max: CATEGORY_NAME_LENGTH_MAX }),
  group: described(Nullable(boundedText({ max: CATEGORY_NAME_LENGTH_MAX }), { default: null }), {
    shown: 'The heading that it is listed under; null: none.',
  }),
  hidden: described(Type.Boolean({ default: false }), {
    shown: 'Not offered for new choices; transactions and rules that have it keep it.',
  }),
});

/** The category of a destination that a category was imported from. */
export const CategorySource = Type.Object({
  /** The connected destination. */
  destination_id: Id,
  /** The category's id there. */
  remote_id: boundedText({ min: 1, max: CATEGORY_REMOTE_ID_LENGTH_MAX }),
});
export type CategorySource = Static<typeof CategorySource>;

const StoredCategorySettings = storedOf(CategorySettings);

/** A category of a user's own list. */
export const CategoryDocument = Type.Object({
  ...StoredCategorySettings.properties,
  source: Nullable(CategorySource),
});
export type CategoryDocument = Static<typeof CategoryDocument>;

/**
 * What a suggested category follows from, the most specific first. `words` are two neighbours in the text; the size of an
 * amount is its number of digits and about the first of them. Evidence about the other party says more than the rest.
 */
export const CATEGORY_EVIDENCE = [
  'payee_amount',
  'payee_size',
  'payee',
  'account_amount',
  'account',
  'words',
  'word',
  'merchant_code',
  'amount',
  'amount_day',
  'size_day',
  'size',
] as const;
export type CategoryEvidence = (typeof CATEGORY_EVIDENCE)[number];

/** A category for a transaction, from what its user chose for transactions like it. */
export const CategorySuggestion = Type.Object({
  transaction_id: Id,
  category_id: Id,
  /** Share of the user's choices of which such a suggestion was right before they were made: 0 to 1. */
  certainty: Type.Number({ minimum: 0, maximum: 1 }),
  evidence: OneOf(CATEGORY_EVIDENCE),
  /** Of the last `of` choices with this evidence, `agreeing` were the category. */
  agreeing: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  /** Conditions that all transactions with this evidence fulfil, and no others; none if no conditions say it. */
  conditions: Type.Array(StoredCondition),
});
export type CategorySuggestion = Static<typeof CategorySuggestion>;
