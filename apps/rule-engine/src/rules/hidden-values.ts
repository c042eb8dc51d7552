import { hidesAction, hidesCondition } from '@tributary/contracts';
import { sightOf } from '../evaluation/documents/sight';
import { Rule } from './rule.entity';

type HiddenParts = Readonly<Record<'conditions' | 'actions', ReadonlyMap<number, string | null>>>;

export const NOTHING_HIDDEN: HiddenParts = { conditions: new Map(), actions: new Map() };

/** The values that REST shows as null to who may not read sensitive fields, by the ids of their parts. */
export function hiddenParts(rule: Rule): HiddenParts {
  if (!sightOf(rule.author).identifiers) return NOTHING_HIDDEN;
  const conditions = rule.conditions.filter(({ fieldName, transactionType }) =>
    hidesCondition({ field_name: fieldName, transaction_type: transactionType }),
  );
  const actions = rule.actions.filter(({ fieldName, value }) =>
    hidesAction({ field_name: fieldName, value }),
  );
  return { conditions: valuesOf(conditions), actions: valuesOf(actions) };
}

/** A part as its sender means it: a null in place of a hidden value is that value. */
export function filledIn<Part extends { readonly id?: number; readonly value: string | null }>(
  part: Part,
  hidden: ReadonlyMap<number, string | null>,
): Part {
  const isHidden = part.value === null && part.id !== undefined && hidden.has(part.id);
  return isHidden ? { ...part, value: hidden.get(part.id ?? 0) ?? null } : part;
}

function valuesOf(parts: readonly { readonly id: number; readonly value: string | null }[]) {
  return new Map(parts.map(({ id, value }) => [id, value]));
}
