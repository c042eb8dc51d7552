import { Filter, ListDefinition, ListQuery, Page, SortField } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { anywhere, SqlParameters } from './sql-parameters';

/** A filter's condition in SQL; values go into the parameters, never into the text. */
export type Condition = (filter: Filter, parameters: SqlParameters) => string;

/** The conditions of a list: a filter that has none does not compile. */
export type ConditionsOf<D extends ListDefinition> = Readonly<
  Record<Extract<keyof D['filters'], string>, Condition>
>;

/** The SQL of each sort of a list: a sort that has none does not compile. */
export type SortedBy<D extends ListDefinition> = Readonly<Record<D['sorts'][number], string>>;

export function equalsText(sql: string): Condition {
  return ({ values }, parameters) => `${sql} = any(${parameters.texts(values)})`;
}

export function containsText(sql: string): Condition {
  return ({ values }, parameters) => `${sql} ilike any(${parameters.texts(anywhere(values))})`;
}

export function equalsId(sql: string): Condition {
  return ({ values }, parameters) => `${sql} = any(${parameters.ids(values)})`;
}

export function equalsFlag(sql: string): Condition {
  return ({ values }, parameters) => `${sql} = any(${parameters.add(values)}::boolean[])`;
}

/** Inclusive; the sql is a date. */
export function onOrAfter(sql: string): Condition {
  return ({ values }, parameters) => `${sql} >= ${parameters.add(values[0])}::date`;
}

export function onOrBefore(sql: string): Condition {
  return ({ values }, parameters) => `${sql} <= ${parameters.add(values[0])}::date`;
}

export interface RowsAndTotal<Row> {
  readonly rows: Row[];
  /** Of all pages, at the same moment. */
  readonly total: number;
}

export interface ListSource<D extends ListDefinition> {
  /** The table that is paged, with its alias: `accounts a`. */
  readonly from: string;
  /** What is read for each row of the page. */
  readonly columns: string;
  /** Of the page's rows alone. */
  readonly joins?: string;
  /** Whose and which rows there are, whatever is asked. */
  readonly condition: string;
  readonly parameters: SqlParameters;
  readonly conditions: ConditionsOf<D>;
  readonly sorted: SortedBy<D>;
  /** Breaks ties; default: the alias's `id`. */
  readonly id?: string;
}

/** A page of a list with its exact total, in one statement, whatever is asked. */
export async function readList<Row extends { readonly id: unknown }, D extends ListDefinition>(
  database: Queryable,
  query: Pick<ListQuery<D>, 'page' | 'sorts' | 'filters'>,
  source: ListSource<D>,
): Promise<RowsAndTotal<Row>> {
  const { parameters } = source;
  const alias = source.from.split(' ').at(-1) ?? '';
  const conditions: Readonly<Record<string, Condition>> = source.conditions;
  const condition = [
    source.condition,
    ...query.filters.flatMap((filter) => conditions[filter.name]?.(filter, parameters) ?? []),
  ].join(' and ');
  const order = orderBy(query.sorts, source.sorted, source.id ?? `${alias}.id`);
  const rows = await database.query<(Row | { id: null }) & { total: number }>(
    `with page as (
       select * from ${source.from} where ${condition} order by ${order} ${limited(query.page, parameters)}
     )
     select total.count as total, ${source.columns}
       from (select count(*) from ${source.from} where ${condition}) total
       left join page ${alias} on true
       ${source.joins ?? ''}
      order by ${order}`,
    parameters.values,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is Row & { total: number } => row.id !== null),
  };
}

function limited({ number, size }: Page, parameters: SqlParameters): string {
  return `limit ${parameters.add(size)}::bigint offset ${parameters.add((number - 1) * size)}::bigint`;
}

/** Nulls last in both directions, ties by id in the direction of the last field. */
function orderBy(sorts: readonly SortField[], sorted: Readonly<Record<string, string>>, id: string): string {
  const fields = sorts.flatMap(({ field, descending }) => {
    const sql = sorted[field];
    return sql === undefined ? [] : [`${sql} ${descending ? 'desc' : 'asc'} nulls last`];
  });
  return [...fields, `${id} ${sorts.at(-1)?.descending ? 'desc' : 'asc'}`].join(', ');
}
