import type { HolderPath } from '@tributary/contracts';
import { Filter } from '@tributary/http';
import { brandTable } from '@tributary/merchants';
import { Access } from '../../../identity/access/access';
import { tagKey } from '../../../model/projections/transactions.projection';
import { idOrNone } from '../../../rest/lists/row-list';
import { anywhere, SqlParameters } from '../../../rest/lists/sql-parameters';
import { Side, textField, typedField } from '../transaction-fields';
import { enrichedJson } from '../transaction.json';
import type { TransactionFilter, TransactionQuery, TransactionSort } from './transaction-list';
import { foundInText, type TextFilter, visibleName, wordsInDocument, wordsOf } from './transaction-text';
import { FROM_ACCOUNTS, hasReference } from '../../../model/stores/accounts.store';
import { countedBy, FROM_TRANSACTIONS, ownTransfers } from '../../../model/stores/transactions.store';
import { transferredOf } from '../../../model/stores/transfers.store';

interface FilterValues extends TextFilter {
  /** SQL on `t`: rows of the list without its filters. */
  readonly isListed: string;
}

/** A field or a condition in SQL, on `transactions t`. */
type Sql = (filter: FilterValues) => string;

/** A condition, or a statement that finds candidates. */
type Condition = (filter: FilterValues) => string | Candidates;

interface Candidates {
  /** A statement that selects their ids. */
  readonly ids: string;
  /** Condition that selects among the candidates; default: all match. */
  readonly exact?: string;
}

/** Fields that are parts of the searched text, as the token sees them. */
const SEARCHED_FIELDS = {
  'creditor.name': (filter) => visibleName('creditor.name', filter),
  'debtor.name': (filter) => visibleName('debtor.name', filter),
  'remittance_information.structured': textOf('remittance_information.structured'),
  'remittance_information.unstructured': textOf('remittance_information.unstructured'),
  'remittance_information.structured_array': textOf('remittance_information.structured_array'),
  'remittance_information.unstructured_array': textOf('remittance_information.unstructured_array'),
  additional_information: textOf('additional_information'),
} satisfies Partial<Record<TransactionFilter, Sql>>;

type SearchedField = keyof typeof SEARCHED_FIELDS;

/** Every filter of the list needs a condition to compile. */
const CONDITIONS: Readonly<Record<TransactionFilter, Condition>> = {
  'financial_account.name': ofAccount((filter) => contains(`a.document->>'name'`, filter)),
  'financial_account.display_name': ofAccount((filter) => contains(`a.document->>'display_name'`, filter)),
  'financial_account.bban': ofAccount((filter) => equals(`a.document->>'bban'`, filter)),
  'financial_account.iban': ofAccount((filter) => equals(`a.document->>'iban'`, filter)),
  'debtor.bban': equalText('debtor.bban'),
  'debtor.iban': equalText('debtor.iban'),
  'creditor.bban': equalText('creditor.bban'),
  'creditor.iban': equalText('creditor.iban'),
  'creditor.name': searchedContains('creditor.name'),
  'debtor.name': searchedContains('debtor.name'),
  'external_identifiers.institution_transaction_id': equalText(
    'external_identifiers.institution_transaction_id',
  ),
  'remittance_information.structured': searchedContains('remittance_information.structured'),
  'remittance_information.unstructured': searchedContains('remittance_information.unstructured'),
  'remittance_information.structured_array': searchedContains('remittance_information.structured_array'),
  'remittance_information.unstructured_array': searchedContains('remittance_information.unstructured_array'),
  id: ({ values, parameters }) => `t.id = any(${parameters.ids(values)})`,
  financial_account_id: ({ values, parameters }) => inAccounts('t.account_id', values, parameters),
  booked: ({ values, side, parameters }) =>
    `${typedField('booked', side).sql} = any(${parameters.add(values)}::boolean[])`,
  is_own_transfer: isOwnTransfer,
  counterparty: counterpartyContains,
  is_subscription: ({ values, side, parameters }) =>
    `(${isSubscription(enrichedJson(side))}) = any(${parameters.add(values)}::boolean[])`,
  currency: (filter) => equals(typedField('currency', filter.side).sql, filter),
  category: ({ values, side, parameters }) =>
    idOrNone(typedField('category_id', side).sql, values, parameters),
  tag: hasTag,
  additional_information: searchedContains('additional_information'),
  additional_information_structured: textContains('additional_information_structured'),
  additional_data_structured: textContains('additional_data_structured'),
  transfer_status: transferStatus,
  split: ({ values, parameters }) =>
    // A split one whose amount has changed since is split all the same.
    `t.split = any(${parameters.texts(values.includes('SPLIT') ? [...values, 'REVIEW'] : values)})`,
  under_review: ({ values }) => {
    const [only, ...further] = new Set(values);
    if (further.length > 0) return 'true';
    // Transactions under review have an index of their own.
    return only === 'true' ? '(t.under_review and not t.removed)' : 'not t.under_review';
  },
  date_after: dateBound('mapped_fields.date', '>='),
  date_before: dateBound('mapped_fields.date', '<='),
  booking_date_after: dateBound('booking_date', '>='),
  booking_date_before: dateBound('booking_date', '<='),
  value_date_after: dateBound('value_date', '>='),
  value_date_before: dateBound('value_date', '<='),
  updated_after: ({ values, parameters }) => `t.changed_at > ${parameters.add(values[0])}::timestamptz`,
  amount_min: amountBound('>='),
  amount_max: amountBound('<='),
  reference: ofAccount(({ values, parameters }) => hasReference(parameters.texts(values))),
  search,
};

type TransactionFilters = readonly Filter<TransactionFilter>[];

/** The rows of a token and of the filters, as one condition on `transactions t`. */
export function transactionCondition(
  access: Access,
  filters: TransactionFilters,
  side: Side,
  parameters: SqlParameters,
): string {
  const isListed = listedBy(filters);
  const conditions = filters.map(({ name, values }) =>
    CONDITIONS[name]({ values, side, access, parameters, isListed }),
  );
  const candidates = conditions.filter((condition) => typeof condition !== 'string');
  return [
    ownTransactions({ access, parameters, isListed }),
    ...inEachOf(candidates),
    ...conditions.flatMap((condition) =>
      typeof condition === 'string' ? condition : (condition.exact ?? []),
    ),
  ].join(' and ');
}

/**
 * Returns conditions for ids that are in each of several lists. As separate conditions the planner would compare each
 * list with each other, id by id, because it assumes short lists: for 20,000 rows that took minutes.
 */
function inEachOf(candidates: readonly Candidates[]): string[] {
  if (candidates.length === 0) return [];
  return [`t.id in (${candidates.map(({ ids }) => `(${ids})`).join(' intersect ')})`];
}

/** A client that follows changes has to learn that a transaction was split. */
const WITH_SPLIT_ONES: readonly TransactionFilter[] = ['split', 'id', 'updated_after'];

/**
 * SQL of the rows that are listed. Split transactions are listed if a filter names them or follows changes; other
 * filters list only transactions that count.
 */
function listedBy(filters: TransactionFilters): string {
  return filters.some(({ name }) => WITH_SPLIT_ONES.includes(name)) ? 'not t.removed' : 't.counts';
}

type Own = Pick<FilterValues, 'access' | 'parameters' | 'isListed'>;

/** The values of each filter by accounts. */
type AccountIds = readonly (readonly string[])[];

/** SQL: the token's own rows, of the filters' accounts. Every condition on transactions begins with it. */
function ownTransactions({ access, parameters, isListed }: Own, accountIds: AccountIds = []): string {
  return [
    ofUser('t', access, parameters),
    isListed,
    ...accountIds.map((ids) => inAccounts('t.account_id', ids, parameters)),
  ].join(' and ');
}

function ofUser(alias: string, access: Access, parameters: SqlParameters): string {
  const own = `${alias}.user_id = ${parameters.add(access.userId)}::bigint`;
  if (access.accountIds === null) return own;
  return `${own} and ${inAccounts(`${alias}.account_id`, access.accountIds, parameters)}`;
}

/** A single value is compared directly: the index by account then gives its rows in order. */
function inAccounts(column: string, ids: readonly (string | number)[], parameters: SqlParameters): string {
  const [only] = ids;
  if (ids.length === 1) return `${column} = ${parameters.add(Number(only))}::bigint`;
  return `${column} = any(${parameters.ids(ids)})`;
}

/** Returns the stored number of matching transactions if only accounts are filtered; otherwise null. */
export function keptCount(
  access: Access,
  filters: TransactionFilters,
  parameters: SqlParameters,
): string | null {
  if (filters.some(({ name }) => name !== 'financial_account_id')) return null;
  const accounts = filters.map(({ values }) => ` and ${inAccounts('n.account_id', values, parameters)}`);
  return countedBy(`${ofUser('n', access, parameters)}${accounts.join('')}`);
}

/** Sort fields that the narrow search copy (the index `transactions_searched`) has beside text and account. */
const IN_SEARCH_COPY: readonly TransactionSort[] = ['id', 'mapped_fields.date'];

/**
 * Ids and sort keys of the matching transactions if there is one filter beside accounts: by one status of transfers,
 * by a field of the searched text or, where the narrow search copy has the sort fields of the page, by that text
 * itself. Null for other queries.
 */
export function foundAlone(
  access: Access,
  { filters, sorts }: Pick<TransactionQuery, 'filters' | 'sorts'>,
  side: Side,
  keys: readonly string[],
  parameters: SqlParameters,
): string | null {
  const [only, ...further] = filters.filter(({ name }) => name !== 'financial_account_id');
  if (!only || further.length > 0 || side === 'raw') return null;
  const accountIds = filters
    .filter(({ name }) => name === 'financial_account_id')
    .map(({ values }) => values);
  const filter = { values: only.values, side, access, parameters, isListed: listedBy(filters) };
  if (isSearchedField(only.name)) return containing(only.name, filter, accountIds, keys);
  if (only.name === 'transfer_status') return transferredAs(filter, accountIds, keys);
  if (only.name !== 'search' || sorts.some(({ field }) => !IN_SEARCH_COPY.includes(field))) return null;
  return searched(filter, accountIds, keys);
}

function isSearchedField(name: TransactionFilter): name is SearchedField {
  return name in SEARCHED_FIELDS;
}

/** Shaped rows are found by the index of tags; the raw document, which is rarely read, is compared itself. */
function hasTag({ values, side, access, parameters }: FilterValues): string {
  const keys = values.map((tag) => tagKey(access.userId, tag));
  if (side === 'shaped') return `t.tag_keys && ${parameters.texts(keys)}`;
  const tags = `jsonb_array_elements_text(coalesce(t.raw->'tags', '[]')) as tag`;
  return `exists (select from ${tags} where lower(tag) = any(${parameters.texts(values.map((tag) => tag.toLowerCase()))}))`;
}

function equals(sql: string, { values, parameters }: FilterValues): string {
  return `${sql} = any(${parameters.texts(values)})`;
}

function contains(sql: string, { values, parameters }: FilterValues): string {
  return `${sql} ilike any(${parameters.texts(anywhere(values))})`;
}

/**
 * A path that a filter may compare for every token. A path that may be the holder's name needs `visibleName` instead.
 */
type Comparable<Path extends string> = Path extends HolderPath ? never : Path;

function equalText<Path extends string>(path: Comparable<Path>): Condition {
  return (filter) => equals(textField(path, filter.side), filter);
}

function textContains<Path extends string>(path: Comparable<Path>): Condition {
  return (filter) => contains(textField(path, filter.side), filter);
}

function textOf<Path extends string>(path: Comparable<Path>): Sql {
  return ({ side }) => textField(path, side);
}

function searchedContains(name: SearchedField): Condition {
  return (filter) => {
    const exact = contains(SEARCHED_FIELDS[name](filter), filter);
    return filter.side === 'raw' ? exact : { ids: mayContain(filter), exact };
  };
}

/**
 * Ids and sort keys of transactions with one of the values in a field of the searched text. Documents are read by an
 * array of ids, in the order of the ids: one by one, as a join would, took 38 ms instead of 31 for 4,000 of 100,000,
 * and 645 instead of 141 for all (processor time of `filter[creditor.name]`). The statement compares nothing else, so
 * that the planner chooses no other index, with which it would search the array for each row.
 */
function containing(
  name: SearchedField,
  filter: FilterValues,
  accountIds: AccountIds,
  keys: readonly string[],
): string {
  const { access, parameters } = filter;
  return `select ${['t.id', ...keys].join(', ')} ${FROM_TRANSACTIONS}
           where t.user_id = ${parameters.add(access.userId)}::bigint and t.id = any(array(${mayContain(filter, accountIds)}))
             and ${contains(SEARCHED_FIELDS[name](filter), filter)}`;
}

/** Ids of transactions with one of the values in their searched text, or with a text that is too long for the index. */
function mayContain(filter: FilterValues, accountIds: AccountIds = []): string {
  const { access, parameters, values } = filter;
  const own = ownTransactions(filter, accountIds);
  return `select t.id ${FROM_TRANSACTIONS} where ${own} and ${foundInText('any', values, access, parameters)}
          union all
          select t.id ${FROM_TRANSACTIONS} where ${own} and t.searched is null`;
}

/** Brands that one filter compares; no word is in the names of so many. */
const BRANDS_MAX = 2000;

/** By keys of the brands that are called so, and by names, which are stored where no brand is known. */
function counterpartyContains({ values, side, parameters }: FilterValues): string {
  const enriched = enrichedJson(side);
  const keys = parameters.texts(brandTable().keysContaining(values, BRANDS_MAX));
  const names = parameters.texts(anywhere(values));
  return `(${enriched}->>'b' = any(${keys}) or ${enriched}->>'n' ilike any(${names})
           or ${enriched} #>> '{counterparty,name}' ilike any(${names}))`;
}

/** Stored as a flag, or as a text in an enrichment that is stored in full. */
function isSubscription(enriched: string): string {
  return `coalesce(strpos(${enriched}->>'f', 's') > 0 or ${enriched}->>'is_subscription' = 'true', false)`;
}

type DayField = 'mapped_fields.date' | 'booking_date' | 'value_date';

function dateBound(field: DayField, comparison: '>=' | '<='): Condition {
  return ({ values, side, parameters }) =>
    `${typedField(field, side).sql} ${comparison} ${parameters.add(values[0])}::date`;
}

function amountBound(comparison: '>=' | '<='): Condition {
  return ({ values, side, parameters }) =>
    `${typedField('amount', side).sql} ${comparison} ${parameters.add(values[0])}::numeric`;
}

/** Filters by confirmed pairs. They are few, so they are looked up instead of the marks in all documents. */
function isOwnTransfer({ values, access, parameters }: FilterValues): string {
  const ids = ownTransfers(`${parameters.add(access.userId)}::bigint`);
  return `(t.id in (${ids})) = any(${parameters.add(values)}::boolean[])`;
}

function ofAccount(condition: Sql): Condition {
  return (filter) =>
    `t.account_id in (select a.id ${FROM_ACCOUNTS}
      where a.user_id = ${filter.parameters.add(filter.access.userId)}::bigint and not a.deleted
        and ${condition(filter)})`;
}

/**
 * Any link's transfer matches; `NONE` matches transactions without transfers. `= true` stops the planner from choosing
 * a join, which is best for few transfers. Most transactions are transferred, and then a look into a hash for each of
 * the user's transactions, in their order, takes 38 ms instead of 63 for 50,000 of 100,000 (by turns, on a busy
 * machine).
 */
function transferStatus({ values, access, parameters }: FilterValues): string {
  const statuses = values.filter((value) => value !== 'NONE');
  const areMost = statuses.includes('TRANSFERRED') ? ' = true' : '';
  const transfers = transferredOf(`${parameters.add(access.userId)}::bigint`);
  const conditions = [
    ...(statuses.length > 0
      ? [`(t.id in (${transfers} and s.status = any(${parameters.texts(statuses)})))${areMost}`]
      : []),
    ...(values.includes('NONE') ? [`t.id not in (${transfers})`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

/**
 * Ids and sort keys of transactions by one status, or without transfers; null for several statuses. Both tables can be
 * read in the order of ids and merged: one status is one range of its index, and all statuses together are sorted
 * first, which also stops the planner from choosing hashes. For 50,000 of 100,000 it takes 20 ms of processor time
 * instead of 35 by a hash, and 24 instead of 35 without transfers.
 */
function transferredAs(filter: FilterValues, accountIds: AccountIds, keys: readonly string[]): string | null {
  const { access, parameters, values } = filter;
  const [status, ...further] = values;
  if (further.length > 0) return null;
  const own = ownTransactions(filter, accountIds);
  const transfers = transferredOf(`${parameters.add(access.userId)}::bigint`);
  const condition =
    status === 'NONE'
      ? `not exists (select from (${transfers} order by s.transaction_id) s where s.transaction_id = t.id)`
      : `t.id in (${transfers} and s.status = ${parameters.add(status)}::text)`;
  return `select ${['t.id', ...keys].join(', ')} ${FROM_TRANSACTIONS} where ${own} and ${condition}`;
}

/** Filters by words; each must be in one of the fields. */
function search(filter: FilterValues): string | Candidates {
  return filter.side === 'raw' ? wordsInDocument(filter) : { ids: searched(filter) };
}

/** Ids and sort keys of transactions with every word. The few texts too long for the index are in documents. */
function searched(filter: FilterValues, accountIds: AccountIds = [], keys: readonly string[] = []): string {
  const { access, parameters } = filter;
  const own = ownTransactions(filter, accountIds);
  const columns = ['t.id', ...keys].join(', ');
  return `select ${columns} ${FROM_TRANSACTIONS} where ${own} and ${foundInText('all', wordsOf(filter), access, parameters)}
          union all
          select ${columns} ${FROM_TRANSACTIONS} where ${own} and t.searched is null and ${wordsInDocument(filter)}`;
}
