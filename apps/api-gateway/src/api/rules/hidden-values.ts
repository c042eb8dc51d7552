import { mayIdentifyHolder } from '@tributary/contracts';
import { Access } from '../../identity/access/access';

/**
 * The values of a field. They are null if the token may not read transactions, or if they may identify the account or
 * its holder and the token may not see that. Which party a rule's text came from is unknown.
 */
export function visibleValues<Values extends Readonly<Record<string, string | null>>>(
  access: Access,
  fieldName: string | null,
  values: Values,
): Record<keyof Values, string | null> {
  const isHidden = fieldName !== null && !access.seesIdentifiers && mayIdentifyHolder(fieldName);
  if (access.allows('transactions:read') && !isHidden) return values;
  return Object.fromEntries(Object.keys(values).map((name) => [name, null])) as Record<keyof Values, null>;
}
