import { Problem } from '@tributary/contracts';
import { FilterDefinition, ListDefinition, ListQuery, Needs, NO_ID, Page, SortField } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { anywhere, SqlParameters } from './sql-parameters';

/** A row that is its owner's document and little else. */
export interface DocumentRow<Document> {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: Document;
}

/** The rows of a table that a caller may see. `Scope` has the parameters that select them, such as the access of a token. */
interface RowSource<Scope extends readonly unknown[]> {
  /** The table that is read, with its alias: `accounts a`. */
  readonly from: string;
  /** SQL: the columns of a row. */
  readonly columns: string | ((parameters: SqlParameters, ...scope: Scope) => string);
  /** SQL: joins that only the columns need, not the count. */
  readonly joins?: string;
  /** The condition on all rows, whatever is requested. */
  readonly condition: (parameters: SqlParameters, ...scope: Scope) => string;
  /** SQL: identifies a row, and breaks ties; default: the alias's `id`. */
  readonly id?: string;
}

/** A filter's condition in SQL; values go into the parameters, never into the text. */
type Condition = (values: readonly string[], parameters: SqlParameters) => string;

/**
 * A filter with its SQL: an expression to compare its values with, according to its kind (for a `date` or an `amount`
 * with the comparison: `day >=`), or its own condition.
 */
type SqlFilter = FilterDefinition & { readonly sql: string | Condition };

/** A list's sorts, includes and filters, each with its SQL. */
interface SqlList<Sort extends string, Include extends string, Flag extends string> {
  readonly sorts: Readonly<Record<Sort, string>>;
  readonly defaultSort: NoInfer<Sort | `-${Sort}`>;
  readonly includes?: Readonly<Record<Include, Needs>>;
  readonly flags?: Readonly<Record<Flag, Needs>>;
  readonly filters?: Readonly<Record<string, SqlFilter>>;
}

export interface RowsAndTotal<Row> {
  readonly rows: Row[];
  /** Number of rows on all pages, at the same moment. */
  readonly total: number;
}

/** A list over REST: its query parameters and its rows are declared only here. */
export interface RowList<
  Row,
  Scope extends readonly unknown[],
  Include extends string = string,
  Flag extends string = string,
> extends ListDefinition {
  readonly includes: Readonly<Record<Include, Needs>>;
  readonly flags: Readonly<Record<Flag, Needs>>;
  /** A page with its exact total, always in one statement. */
  page(
    database: Queryable,
    query: Pick<ListQuery, 'page' | 'sorts' | 'filters'>,
    ...scope: Scope
  ): Promise<RowsAndTotal<Row>>;
  /** The query parameters of one row. */
  readonly alone: { readonly includes: Readonly<Record<Include, Needs>> };
  /** All rows that meet the condition too, by id. */
  where(
    database: Queryable,
    condition: (parameters: SqlParameters) => string,
    ...scope: Scope
  ): Promise<Row[]>;
  /** The row of the id, if the scope includes it. */
  find(database: Queryable, id: number, ...scope: Scope): Promise<Row | null>;
  /** The row of the id. @throws Problem (not_found) */
  one(database: Queryable, id: number, ...scope: Scope): Promise<Row>;
}

/** Declares a list in two steps, so that TypeScript infers the names of the second. */
export function rowsOf<Row extends { readonly id: unknown }, Scope extends readonly unknown[]>(
  source: RowSource<Scope>,
) {
  const byId = (id: number) => (parameters: SqlParameters) =>
    `${idOf(source)} = ${parameters.add(id)}::bigint`;
  const find = async (database: Queryable, id: number, ...scope: Scope) => {
    const [row] = await readWhere<Row, Scope>(database, source, byId(id), scope);
    return row ?? null;
  };
  return {
    listedBy<Sort extends string, Include extends string = never, Flag extends string = never>(
      list: SqlList<Sort, Include, Flag>,
    ): RowList<Row, Scope, Include, Flag> {
      const includes = list.includes ?? ({} as Record<Include, Needs>);
      return {
        sorts: Object.keys(list.sorts),
        defaultSort: list.defaultSort,
        includes,
        flags: list.flags ?? ({} as Record<Flag, Needs>),
        filters: list.filters ?? {},
        alone: { includes },
        page: (database, query, ...scope) => readPage<Row, Scope>(database, source, list, query, scope),
        where: (database, condition, ...scope) => readWhere(database, source, condition, scope),
        find,
        async one(database, id, ...scope) {
          const row = await find(database, id, ...scope);
          if (!row) throw Problem.notFound();
          return row;
        },
      };
    },
  };
}

/** The filters `created_after` and `created_before` of a moment, by its day in UTC. */
export function createdBetween(moment: string) {
  const day = `(${moment} at time zone 'UTC')::date`;
  return {
    created_after: { kind: 'date', description: 'On the day or after it, in UTC.', sql: `${day} >=` },
    created_before: { kind: 'date', description: 'On the day or before it, in UTC.', sql: `${day} <=` },
  } as const;
}

/**
 * SQL of one row, prepared: a list has one text of it for each condition, and reading one row is faster than planning
 * its statement.
 */
function readWhere<Row extends object, Scope extends readonly unknown[]>(
  database: Queryable,
  source: RowSource<Scope>,
  condition: (parameters: SqlParameters) => string,
  scope: Scope,
): Promise<Row[]> {
  const parameters = new SqlParameters();
  return database.queryPrepared<Row>(
    `select ${columnsOf(source, parameters, scope)} from ${source.from} ${source.joins ?? ''}
      where ${source.condition(parameters, ...scope)} and ${condition(parameters)} order by ${idOf(source)}`,
    parameters.values,
  );
}

async function readPage<Row extends { readonly id: unknown }, Scope extends readonly unknown[]>(
  database: Queryable,
  source: RowSource<Scope>,
  { sorts, filters = {} }: Pick<SqlList<string, string, string>, 'sorts' | 'filters'>,
  query: Pick<ListQuery, 'page' | 'sorts' | 'filters'>,
  scope: Scope,
): Promise<RowsAndTotal<Row>> {
  const parameters = new SqlParameters();
  const condition = [
    source.condition(parameters, ...scope),
    ...query.filters.flatMap(({ name, values }) => {
      const filter = filters[name];
      return filter ? [conditionOf(filter, values, parameters)] : [];
    }),
  ].join(' and ');
  const order = orderBy(query.sorts, sorts, idOf(source));
  const rows = await database.query<(Row | { id: null }) & { total: number }>(
    `with page as (
       select * from ${source.from} where ${condition} order by ${order} ${limited(query.page, parameters)}
     )
     select total.count as total, ${columnsOf(source, parameters, scope)}
       from (select count(*) from ${source.from} where ${condition}) total
       left join page ${aliasOf(source)} on true
       ${source.joins ?? ''}
      order by ${order}`,
    parameters.values,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is Row & { total: number } => row.id !== null),
  };
}

function conditionOf(filter: SqlFilter, values: readonly string[], parameters: SqlParameters): string {
  const { kind, sql } = filter;
  if (typeof sql === 'function') return sql(values, parameters);
  switch (kind) {
    case 'exact':
    case 'currency':
    case 'oneOf':
      return `${sql} = any(${parameters.texts(values)})`;
    case 'contains':
      return `${sql} ilike any(${parameters.texts(anywhere(values))})`;
    case 'words':
      return `${sql} ilike all(${parameters.texts(anywhere((values[0] ?? '').split(/\s+/)))})`;
    case 'id':
      return `${sql} = any(${parameters.ids(values)})`;
    case 'idOrNone':
      return idOrNone(sql, values, parameters);
    case 'flag':
      return `${sql} = any(${parameters.add(values)}::boolean[])`;
    case 'date':
      return `${sql} ${parameters.add(values[0])}::date`;
    case 'moment':
      return `${sql} ${parameters.add(values[0])}::timestamptz`;
    case 'amount':
      return `${sql} ${parameters.add(values[0])}::numeric`;
  }
}

/** Rows with one of the ids, or without any. */
export function idOrNone(sql: string, values: readonly string[], parameters: SqlParameters): string {
  const ids = values.filter((value) => value !== NO_ID);
  const conditions = [
    ...(ids.length > 0 ? [`${sql} = any(${parameters.ids(ids)})`] : []),
    ...(ids.length < values.length ? [`${sql} is null`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

function columnsOf<Scope extends readonly unknown[]>(
  { columns }: RowSource<Scope>,
  parameters: SqlParameters,
  scope: Scope,
): string {
  return typeof columns === 'string' ? columns : columns(parameters, ...scope);
}

function aliasOf({ from }: { readonly from: string }): string {
  return from.split(' ').at(-1) ?? '';
}

function idOf(source: { readonly from: string; readonly id?: string }): string {
  return source.id ?? `${aliasOf(source)}.id`;
}

function limited({ number, size }: Page, parameters: SqlParameters): string {
  return `limit ${parameters.add(size)}::bigint offset ${parameters.add((number - 1) * size)}::bigint`;
}

/** Nulls last in both directions, ties by id in the direction of the last field. */
function orderBy(asked: readonly SortField[], sorts: Readonly<Record<string, string>>, id: string): string {
  const fields = asked.flatMap(({ field, descending }) => {
    const sql = sorts[field];
    return sql === undefined ? [] : [`${sql} ${descending ? 'desc' : 'asc'} nulls last`];
  });
  return [...fields, `${id} ${asked.at(-1)?.descending ? 'desc' : 'asc'}`].join(', ');
}
