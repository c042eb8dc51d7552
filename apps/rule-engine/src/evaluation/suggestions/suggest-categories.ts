import { CategoryEvidence, CategorySuggestion, otherPartyOf, StoredCondition } from '@tributary/contracts';
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
    const conditions = conditionsOf(evidence, document);
    const suggested = { transaction_id: id, category_id: Number(categoryId), certainty: shown, conditions };
    return [{ ...suggested, evidence, agreeing, of }];
  });
}

/**
 * The conditions that say the same as the evidence; none for sizes, days and words, which no condition says. Evidence
 * is of one direction, so a rule for purchases leaves refunds alone.
 */
function conditionsOf(evidence: CategoryEvidence, document: Described): StoredCondition[] {
  const party = otherPartyOf(document);
  const payee = equals(document, 'mapped_fields.payee', document.mapped_fields.payee);
  const account = equals(document, `${party}.iban`, document[party]?.iban);
  switch (evidence) {
    case 'payee':
      return payee;
    case 'payee_amount':
      return payee.length === 0 ? [] : [...payee, ...equals(document, 'amount', document.amount)];
    case 'account':
      return account;
    case 'account_amount':
      return account.length === 0 ? [] : [...account, ...equals(document, 'amount', document.amount)];
    case 'merchant_code':
      return equals(document, 'codes.merchant_category_code', document.codes?.merchant_category_code);
    case 'payee_size':
    case 'words':
    case 'word':
    case 'amount':
    case 'amount_day':
    case 'size_day':
    case 'size':
      return [];
  }
}

function equals({ amount }: Described, field: string, value: string | undefined): StoredCondition[] {
  if (value === undefined || value === '') return [];
  const transaction_type = isOutflow(amount) ? 'DEBIT' : 'CREDIT';
  return [{ transaction_type, field_name: field, operator: 'equals', value }];
}
