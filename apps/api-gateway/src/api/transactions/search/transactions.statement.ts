import { SortField } from '@tributary/http';
import { Access } from '../../../identity/access/access';
import { SqlParameters } from '../../../rest/lists/sql-parameters';
import { foundAlone, keptCount, transactionCondition } from './transaction-conditions';
import { Side, typedField } from '../transaction-fields';
import { enrichedJson, transactionJson } from '../transaction.json';
import { TransactionSort } from './transaction-list';
import type { TransactionQuery } from './transaction-list';
import { FROM_TRANSACTIONS, transactionById } from '../../../model/stores/transactions.store';
import { FROM_LOGS_OF_TRANSACTION } from '../../../model/stores/transfers.store';

/**
 * The statement that reads a page. Without filters there are few variants, and the best plan is the same for all users:
 * those are prepared.
 */
export function transactionsStatement(access: Access, query: TransactionQuery, side: Side) {
  const parameters = new SqlParameters();
  const sql = pageSql(access, query, side, parameters);
  const comesBack = query.filters.length === 0 && query.sorts.length === 1;
  return { sql, values: parameters.values, comesBack };
}

/** SQL of a page. It selects ids first, and reads documents only for the rows of the page. */
function pageSql(access: Access, query: TransactionQuery, side: Side, parameters: SqlParameters): string {
  const { filters, includes, sorts } = query;
  const ranking = rankingOf(sorts, side);
  const total = keptCount(access, filters, parameters);
  const page = {
    matching: matchingSql(access, query, side, ranking.keys, parameters),
    size: `${parameters.add(query.page.size)}::bigint`,
    before: `${parameters.add((query.page.number - 1) * query.page.size)}::bigint`,
  };
  const user = `${parameters.add(access.userId)}::bigint`;
  return `
    with ${total === null && sortsById(query) ? pageOfIds(page, ranking) : pageOfRanked(page, ranking, total)}
    select place.count as total, t.account_id, ${transactionJson(side, includes)} as json${includes.has('enriched') ? `, ${enrichedJson(side)} as enriched` : ''}
      from place
      left join (page p cross join lateral (${documentOfId(user)}) t) on true
      ${transferColumns(query)}
     order by ${ranking.order}`;
}

/**
 * The transaction of a row of `p`. The planner takes a page for a tenth of the table, and would read all rows of a user
 * who owns most of it (52 ms instead of 0.5 for 120,000); with its own limit it is looked up by its id.
 */
function documentOfId(user: string): string {
  return transactionById(user, 'p.id');
}

/** The part of a query that decides which rows match, and their order. */
type Matching = Pick<TransactionQuery, 'filters' | 'sorts'>;

/** The statement that reads the ids of all matching transactions in their order, as one array. */
export function matchingIdsStatement(access: Access, query: Matching, side: Side, max: number) {
  const parameters = new SqlParameters();
  const ranking = rankingOf(query.sorts, side);
  const matching = matchingSql(access, query, side, ranking.keys, parameters);
  const sql = `
    select coalesce(array_agg(id), '{}') as ids
      from (select p.id from (${matching}) p order by ${ranking.order} limit ${parameters.add(max)}::bigint) one`;
  return { sql, values: parameters.values };
}

/** The statement that reads the transactions of these ids that are still there, in the order of the ids. */
export function transactionsByIdStatement(access: Access, ids: readonly number[], side: Side) {
  const parameters = new SqlParameters();
  const sql = `
    select t.account_id, ${transactionJson(side, new Set())} as json
      from unnest(${parameters.ids(ids)}) with ordinality p(id, position)
      cross join lateral (${documentOfId(`${parameters.add(access.userId)}::bigint`)}) t
     where not t.removed
     order by p.position`;
  return { sql, values: parameters.values };
}

interface PageParts {
  /** Selects ids and sort keys of the matching rows. */
  readonly matching: string;
  readonly size: string;
  /** SQL: the number of rows before the page. */
  readonly before: string;
}

/**
 * A page in the second half is read from the end, so that the last one costs as much as the first. A total that must be
 * counted is found together with the rows; if the total is stored, counting and paging are separate.
 */
function pageOfRanked({ matching, size, before }: PageParts, ranking: Ranking, total: string | null): string {
  return `matching as ${total === null ? '' : 'not'} materialized (
      ${matching}
    ), total as materialized (
      ${total ?? 'select count(*) as count from matching'}
    ), place as materialized (
      select count, least(${size}, greatest(count - ${before}, 0)) as size, ${before} * 2 > count as from_end from total
    ), page as (
      (select * from matching p order by ${ranking.order}
        limit (select case when from_end then 0 else size end from place) offset ${before})
      union all
      (select * from matching p order by ${ranking.reversed}
        limit (select case when from_end then size else 0 end from place)
        offset (select greatest(count - ${before} - size, 0) from place))
    )`;
}

/**
 * Selects a page that is sorted by id alone: the matching rows are one array of ids, and a page is a slice of it, at
 * half the cost of rows.
 */
function pageOfIds({ matching, size, before }: PageParts, { descending }: Ranking): string {
  const skipped = `least(${before}, count)`;
  const [first, last] = descending
    ? [`count - ${skipped} - ${size} + 1`, `count - ${skipped}`]
    : [`${skipped} + 1`, `${skipped} + ${size}`];
  return `found as materialized (
      select coalesce(array_agg(id), '{}') as ids from (select id from (${matching}) matching order by id) one
    ), place as materialized (
      select cardinality(ids)::bigint as count from found
    ), page as (
      select unnest(ids[(${first})::integer : (${last})::integer]) as id from found, place
    )`;
}

/** The matching transactions: their ids and sort keys. */
function matchingSql(
  access: Access,
  query: Matching,
  side: Side,
  keys: readonly string[],
  parameters: SqlParameters,
): string {
  const alone = foundAlone(access, query, side, keys, parameters);
  if (alone !== null) return alone;
  const condition = transactionCondition(access, query.filters, side, parameters);
  return `select ${['t.id', ...keys].join(', ')} ${FROM_TRANSACTIONS} where ${condition}`;
}

function sortsById({ sorts }: Matching): boolean {
  return sorts[0]?.field === 'id';
}

interface Ranking {
  /** Columns of the sort keys, beside the id. */
  readonly keys: readonly string[];
  readonly order: string;
  readonly reversed: string;
  /** Direction of the first sort field. */
  readonly descending: boolean;
}

/** Nulls come last in both directions; ties are broken by id in the direction of the last field. */
function rankingOf(sorts: readonly SortField<TransactionSort>[], side: Side): Ranking {
  const keys: string[] = [];
  // ids have no duplicates, so further fields would order nothing
  const byId = sorts.findIndex(({ field }) => field === 'id');
  const terms = (byId < 0 ? sorts : sorts.slice(0, byId + 1)).map(({ field, descending }) => {
    if (field === 'id') return { sql: 'p.id', descending, nullable: false };
    const { sql, nullable } = typedField(field, side);
    keys.push(`${sql} as sort_${keys.length}`);
    return { sql: `p.sort_${keys.length - 1}`, descending, nullable };
  });
  if (byId < 0) terms.push({ sql: 'p.id', descending: sorts.at(-1)?.descending ?? false, nullable: false });
  const order = terms.map(
    (term) => `${term.sql} ${term.descending ? 'desc' : 'asc'}${term.nullable ? ' nulls last' : ''}`,
  );
  const reversed = terms.map(
    (term) => `${term.sql} ${term.descending ? 'asc' : 'desc'}${term.nullable ? ' nulls first' : ''}`,
  );
  return {
    keys,
    order: order.join(', '),
    reversed: reversed.join(', '),
    descending: sorts[0]?.descending ?? false,
  };
}

/** The result of the transfers of each row of the page; empty if it is not requested. */
function transferColumns({ includes }: TransactionQuery): string {
  const columns = [
    ...(includes.has('failed_transfers')
      ? ['count(*) filter (where not l.succeeded) as failed_transfers']
      : []),
    ...(includes.has('attempted_transfers')
      ? ['count(distinct l.transfer_link_id) as attempted_transfers']
      : []),
    ...(includes.has('transfer_logs') ? [`${TRANSFER_LOGS} as transfer_logs`] : []),
  ];
  if (columns.length === 0) return '';
  return `left join lateral (
        select ${columns.join(', ')} ${FROM_LOGS_OF_TRANSACTION}
      ) logs on true`;
}

const TRANSFER_LOGS = `
  coalesce(json_agg(json_build_object(
    'id', l.id::text,
    'transfer_link_id', l.transfer_link_id::text,
    'financial_account_id', l.account_id::text,
    'transaction_id', l.transaction_id::text,
    'destination_type', l.destination_type,
    'destination_id', l.destination_id::text,
    'operation', l.operation,
    'status', case when l.succeeded then 'TRANSFERRED' else 'FAILED' end,
    'destination_transaction_id', l.destination_transaction_id,
    'error', l.error,
    'created_at', to_char(l.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by l.id), '[]')`;
