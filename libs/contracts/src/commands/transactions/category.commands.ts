import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import {
  CATEGORIES_MAX,
  CategorySettings,
  CategorySource,
  CategorySuggestion,
} from '../../documents/transactions/category.document';
import { CategoryDeletedV1 } from '../../events/categories/category-deleted.v1';
import { CategoryUpsertedV1 } from '../../events/categories/category-upserted.v1';
import { RuleUpsertedV1 } from '../../events/rules/rule-upserted.v1';
import { changeOf, creationOf } from '../../resources/forms';
import { Id, Nullable, OneOf } from '../../scalars';

const service = 'rule-engine';

export const NewCategory = creationOf(CategorySettings);
export type NewCategory = Static<typeof NewCategory>;

/** Changes of a category. Absent members do not change. */
export const CategoryChange = changeOf(CategorySettings);
export type CategoryChange = Static<typeof CategoryChange>;

export const CreateCategory = defineCommand({
  service,
  name: 'create-category',
  description: 'Adds a category to the user’s own list.',
  payload: NewCategory,
  result: CategoryUpsertedV1.payload,
});

export const UpdateCategory = defineCommand({
  service,
  name: 'update-category',
  description: 'Changes the members of a category that are sent; its transactions keep it.',
  payload: Type.Object({ categoryId: Id, changes: CategoryChange }),
  result: CategoryUpsertedV1.payload,
});

/** A category of a destination, as it is imported. */
export const ImportedCategory = Type.Object({
  name: CategorySettings.properties.name,
  group: CategorySettings.properties.group,
  source: Nullable(CategorySource, { default: null }),
});
export type ImportedCategory = Static<typeof ImportedCategory>;

export const ImportCategories = defineCommand({
  service,
  name: 'import-categories',
  description:
    'Adds the categories that the user lacks: one that was imported from the same source before, or has the same name and ' +
    'group, stays as it is.',
  payload: Type.Object({
    categories: Type.Array(ImportedCategory, { minItems: 1, maxItems: CATEGORIES_MAX }),
  }),
  /** The own category of each item, in their order; `added` says whether this command made it. */
  result: Type.Object({
    categories: Type.Array(Type.Object({ categoryId: Id, added: Type.Boolean() })),
    /** The added and changed categories. */
    upserted: Type.Array(CategoryUpsertedV1.payload),
  }),
});

export const DeleteCategory = defineCommand({
  service,
  name: 'delete-category',
  description:
    'Deletes a category. Its transactions and rules get another one; left without, rules that name it are switched off.',
  payload: Type.Object({
    categoryId: Id,
    /** Null: no choice, which is refused where transactions or rules use the category. */
    moveTo: Nullable(Type.Union([Id, OneOf(['none'] as const)])),
  }),
  result: Type.Object({
    deleted: CategoryDeletedV1.payload,
    /** Rules that name the other category now, or are switched off, as far as a reply can hold them. */
    rules: Type.Array(RuleUpsertedV1.payload),
  }),
});

/** Maximum of transactions for which categories are suggested at once. */
export const SUGGESTED_AT_ONCE_MAX = 200;

export const SuggestCategories = defineCommand({
  service,
  name: 'suggest-categories',
  description: 'Suggests categories for transactions, from what the user chose for others; writes nothing.',
  payload: Type.Object({
    transaction_ids: Type.Array(Id, { minItems: 1, maxItems: SUGGESTED_AT_ONCE_MAX }),
  }),
  /** Transactions like none that has a category get no suggestion. */
  result: Type.Object({ suggestions: Type.Array(CategorySuggestion), learned: Type.Integer({ minimum: 0 }) }),
  reading: true,
});
