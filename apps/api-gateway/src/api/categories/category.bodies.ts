import {
  CategoryChange,
  CategorySource,
  ImportCategories,
  ImportedCategory,
  NewCategory,
} from '@tributary/contracts';
import { bodyClass, IfSentAndNotNull } from '@tributary/http';
import { Static } from '@sinclair/typebox';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsCategoryChoice } from '../transactions/annotation.rules';

/** Body of `POST /categories`. */
export const CreateCategoryBody = bodyClass('CreateCategoryBody', NewCategory);
export type CreateCategoryBody = NewCategory;

/** Body of `PUT /categories/{id}`. Absent members do not change. */
export const UpdateCategoryBody = bodyClass('UpdateCategoryBody', CategoryChange);
export type UpdateCategoryBody = CategoryChange;
JSONSchema({ minProperties: 1 })(UpdateCategoryBody);

const CategorySourceBody = bodyClass('CategorySourceBody', CategorySource);
const ImportedCategoryBody = bodyClass('ImportedCategoryBody', ImportedCategory, {
  parts: { source: CategorySourceBody },
});

/** Body of `POST /categories/import`. */
export const ImportCategoriesBody = bodyClass('ImportCategoriesBody', ImportCategories.payload, {
  parts: { categories: ImportedCategoryBody },
});
export type ImportCategoriesBody = Static<typeof ImportCategories.payload>;

/** Body of `DELETE /categories/{id}`. */
export class DeleteCategoryBody {
  @IfSentAndNotNull()
  @IsCategoryChoice(
    'The category that its transactions and rules get; `none` leaves the transactions without one and switches the ' +
      'rules off. Needed if any use it.',
  )
  move_to?: string | null;
}
