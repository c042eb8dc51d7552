import { FieldErrors, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { ownCategories } from './categories.store';
import { CheckedRule } from '../../evaluation/check-rule';
import { listOf } from '../../evaluation/conditions/condition-lists';

type Parts = Pick<CheckedRule, 'conditions' | 'actions'>;

/**
 * Returns an error for each part that names a category which is not the user's, and locks the others against deletion
 * until the rule is saved. Unchanged parts of a rule that was switched off, because a category was deleted, may stay.
 */
export async function categoryErrors(
  tx: Tx,
  userId: number,
  rule: Parts,
  isEnabled: boolean,
): Promise<FieldErrors> {
  const named = (['conditions', 'actions'] as const).flatMap((list) =>
    rule[list].flatMap(({ field_name, value, isUnchanged = false }, index) =>
      field_name === 'category_id' && value !== null && (isEnabled || !isUnchanged)
        ? [{ path: `${list}.${index}.value`, ids: listOf(value).map(Number) }]
        : [],
    ),
  );
  const own = await ownCategories(tx, userId, [...new Set(named.flatMap(({ ids }) => ids))]);
  return Object.fromEntries(
    named.flatMap(({ path, ids }) =>
      ids.every((id) => own.has(id)) ? [] : [[path, ['There is no such category.']]],
    ),
  );
}

/** @throws Problem (invalid) if a new rule names a category that is not the user's */
export async function requireCategories(tx: Tx, userId: number, rule: Parts): Promise<void> {
  const errors = await categoryErrors(tx, userId, rule, true);
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}
