import { CategoryEvidence, CategorySuggestion } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { CategoryLearner } from './category-learner';
import type { Described } from './evidence';

/** A transaction of which the user chose the category. */
export interface CategoryChoice {
  readonly document: Described;
  readonly categoryId: number;
}

/** A transaction that wants one. */
export interface Uncategorised {
  readonly id: number;
  readonly document: Described;
}

const HUNDREDTHS = 100;

/**
 * Suggests categories for transactions.
 * @param choices the oldest first
 * @param onStep called before each transaction, for whoever watches how long they take
 */
export function suggestCategories(
  choices: readonly CategoryChoice[],
  wanted: readonly Uncategorised[],
  onStep: () => void,
): CategorySuggestion[] {
  const learner = new CategoryLearner();
  for (const { document, categoryId } of choices) {
    onStep();
    learner.learn(document, String(categoryId));
  }
  return wanted.flatMap(({ id, document }) => {
    onStep();
    const learned = learner.suggest(document);
    if (learned === null) return [];
    const { categoryId, certainty, evidence, agreeing, of } = learned;
    const shown = Math.floor(certainty * HUNDREDTHS) / HUNDREDTHS;
    const condition = conditionOf(evidence, document);
    const suggested = { transaction_id: id, category_id: Number(categoryId), certainty: shown, condition };
    return [{ ...suggested, evidence, agreeing, of }];
  });
}

/** The condition that the same evidence is in a rule. Sizes, days and words of amounts and texts make no rule. */
function conditionOf(evidence: CategoryEvidence, document: Described): CategorySuggestion['condition'] {
  const equals = (field: string, value: string | undefined): CategorySuggestion['condition'] =>
    value === undefined ? null : { field_name: field, operator: 'equals', value };
  switch (evidence) {
    case 'payee':
    case 'payee_amount':
    case 'payee_size':
      return equals('mapped_fields.payee', document.mapped_fields.payee);
    case 'account':
    case 'account_amount':
      return isOutflow(document.amount)
        ? equals('creditor.iban', document.creditor?.iban)
        : equals('debtor.iban', document.debtor?.iban);
    case 'merchant_code':
      return equals('codes.merchant_category_code', document.codes?.merchant_category_code);
    case 'words':
    case 'word':
    case 'amount':
    case 'amount_day':
    case 'size_day':
    case 'size':
      return null;
  }
}
