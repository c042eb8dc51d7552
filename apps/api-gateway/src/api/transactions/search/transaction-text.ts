import { Access } from '../../../identity/access/access';
import { anywhere, SqlParameters } from '../../../rest/lists/sql-parameters';

/** Precedes the account holder's names in `transactions.searched`; no text contains it. */
const BEFORE_HOLDER = '\u0001';

/** Up to so many texts are compared one by one, which is faster; more as a list. */
const ONE_BY_ONE_MAX = 8;

/**
 * The condition that the texts are in the searched text of `transactions t`: all of them, or any. A token that may not
 * see the account holder searches only before the holder's names.
 */
export function foundInText(
  quantifier: 'all' | 'any',
  texts: readonly string[],
  access: Pick<Access, 'seesIdentifiers'>,
  parameters: SqlParameters,
): string {
  if (texts.some((text) => text.includes(BEFORE_HOLDER))) return 'false';
  const suffix = access.seesIdentifiers ? '' : `${BEFORE_HOLDER}%`;
  const patterns = anywhere([...new Set(texts)]).map((pattern) => pattern + suffix);
  if (patterns.length > ONE_BY_ONE_MAX) {
    const list = `select array_agg(${searched('pattern')}) from unnest(${parameters.texts(patterns)}) pattern`;
    return `t.searched like ${quantifier} ((${list})::bytea[])`;
  }
  const one = patterns.map(
    (pattern) => `t.searched like (select ${searched(`${parameters.add(pattern)}::text`)})`,
  );
  return `(${one.join(quantifier === 'all' ? ' and ' : ' or ')})`;
}

/** In lower case by the database's rules, as in the column. */
function searched(sql: string): string {
  return `convert_to(lower(${sql}), 'UTF8')`;
}
