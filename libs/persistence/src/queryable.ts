/** Anything that runs SQL: the pool, or one transaction. */
export interface Queryable {
  /** The rows of a query, also of `INSERT … RETURNING`. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The number of rows that a statement changed. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
}
