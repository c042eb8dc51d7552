import { outputDocument, ShapedOutput, ShapedTransaction, TransactionDocument } from '@tributary/contracts';
import { CarryingLink } from '../carrying-links.store';

/** The destination's category that the link maps the transaction's own to; undefined: it is sent without one. */
export function mappedCategory(
  { categories, hasCategories }: CarryingLink,
  { category_id: own }: TransactionDocument,
): string | undefined {
  return own === undefined || !hasCategories ? undefined : categories?.[own];
}

/**
 * The user's own category of a transaction that is sent without one, because the link maps it to none; null if there is
 * nothing to map. A category that a rule sets at the destination needs no map.
 */
export function unmappedCategory(
  link: CarryingLink,
  transaction: ShapedTransaction,
  output: ShapedOutput,
): string | null {
  if (!link.hasCategories || CATEGORY_FIELDS.some((name) => output.destinationFields[name])) return null;
  const document = outputDocument(transaction, output);
  return mappedCategory(link, document) === undefined ? (document.category_id ?? null) : null;
}

/** The names that actions of rules have for the category. */
const CATEGORY_FIELDS = ['category_id', 'category'];
