import { maySayWho } from '@tributary/contracts';
import { Access } from '../identity';

/**
 * The values of a field, or nulls where the token may not read transactions, or where they may identify the account or
 * who holds it and the token may not see that. What a rule made of a party's name does not say which party it is.
 */
export function visibleValues<Values extends Readonly<Record<string, string | null>>>(
  access: Access,
  fieldName: string | null,
  values: Values,
): Record<keyof Values, string | null> {
  const isHidden = fieldName !== null && !access.seesIdentifiers && maySayWho(fieldName);
  if (access.allows('transactions:read') && !isHidden) return values;
  return Object.fromEntries(Object.keys(values).map((name) => [name, null])) as Record<keyof Values, null>;
}
