import { Access } from '../../../identity/access/access';
import { anywhere, SqlParameters } from '../../../rest/lists/sql-parameters';
import { Side, textField, typedField } from '../transaction-fields';

const SEARCHED = [
  'mapped_fields.payee',
  'mapped_fields.description',
  'remittance_information.structured',
  'remittance_information.unstructured',
  'remittance_information.structured_array',
  'remittance_information.unstructured_array',
  'additional_information',
];

/** Names of parties, which are searched, too, if the token may see them. */
const SEARCHED_NAMES = ['debtor.name', 'ultimate_debtor', 'creditor.name', 'ultimate_creditor'];

/** Precedes the account holder's names in `transactions.searched`; no text contains it. */
const BEFORE_HOLDER = '\u0001';

/** Maximum of texts that are compared one by one, which is faster; more are compared as a list. */
const ONE_BY_ONE_MAX = 8;

/** The values of a filter, on one side of the transactions. */
export interface TextFilter {
  readonly values: readonly string[];
  readonly side: Side;
  readonly access: Access;
  readonly parameters: SqlParameters;
}

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

/** SQL: the text in lower case by the database's rules, as in the column. */
function searched(sql: string): string {
  return `convert_to(lower(${sql}), 'UTF8')`;
}

/** The condition that every word is in one of the fields of `transactions t`. */
export function wordsInDocument(filter: TextFilter): string {
  const { side, access, parameters } = filter;
  const fields = [
    ...SEARCHED.map((path) => textField(path, side)),
    ...SEARCHED_NAMES.map((path) => visibleName(path, { side, access })),
  ];
  return `concat_ws(chr(10), ${fields.join(', ')}) ilike all(${parameters.texts(anywhere(wordsOf(filter)))})`;
}

export function wordsOf({ values }: TextFilter): string[] {
  return (values[0] ?? '').split(/\s+/);
}

/**
 * A party's name as the token sees it: a token that may not see account holders' names does not find transactions by
 * them either. The holder is the debtor of an outflow, the creditor of an inflow.
 */
export function visibleName(path: string, { side, access }: Pick<TextFilter, 'side' | 'access'>): string {
  const name = textField(path, side);
  if (access.seesIdentifiers) return name;
  const byAmount = `case when ${typedField('amount', side).sql} < 0 then 'debtor' else 'creditor' end`;
  const holder = `coalesce(${textField('holder', side)}, ${byAmount})`;
  const party = path.includes('debtor') ? 'debtor' : 'creditor';
  return `(case when ${holder} = '${party}' then null else ${name} end)`;
}
