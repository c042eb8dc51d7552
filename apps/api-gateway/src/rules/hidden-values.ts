import { Access } from '../auth/access';

/**
 * The account's holder is the debtor of what goes out and the creditor of what comes in. What a rule made of these
 * names does not tell which, so a token that may not see the holder sees none of them.
 */
const HOLDER_NAMES = ['debtor.name', 'creditor.name', 'ultimate_debtor', 'ultimate_creditor'];

/** The values of a field, or nulls where they may name who holds the account and the token may not see that. */
export function visibleValues<Values extends Readonly<Record<string, string | null>>>(
  access: Access,
  fieldName: string | null,
  values: Values,
): Record<keyof Values, string | null> {
  if (access.seesIdentifiers || fieldName === null || !HOLDER_NAMES.includes(fieldName)) return values;
  return Object.fromEntries(Object.keys(values).map((name) => [name, null])) as Record<keyof Values, null>;
}
