import { Static, Type } from '@sinclair/typebox';
import { storedOf } from '../../resources/forms';
import { boundedText, described } from '../../resources/texts';
import { Id, Nullable } from '../../scalars';

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
