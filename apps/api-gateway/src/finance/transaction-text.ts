import { Access } from '../auth/access';
import { anywhere, SqlParameters } from '../query/sql-parameters';

/** Ends the account holder's names in `transactions.searched`; no text has it. */
const AFTER_HOLDER = '\u0001';

/**
 * The condition that the texts are found in the searched text of `transactions t`: all of them, or any. A token that
 * may not see the account holder looks behind the holder's names only.
 */
export function foundInText(
  quantifier: 'all' | 'any',
  texts: readonly string[],
  access: Pick<Access, 'seesIdentifiers'>,
  parameters: SqlParameters,
): string {
  if (texts.some((text) => text.includes(AFTER_HOLDER))) return 'false';
  const prefix = access.seesIdentifiers ? '' : `%${AFTER_HOLDER}`;
  const patterns = parameters.texts(anywhere([...new Set(texts)]).map((pattern) => prefix + pattern));
  // In lower case by the database's rules, which made the column.
  return `t.searched like ${quantifier} (
    (select array_agg(convert_to(lower(pattern), 'UTF8')) from unnest(${patterns}) pattern)::bytea[])`;
}
