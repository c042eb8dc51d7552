/** What SQL can be run on: the pool, or one transaction. */
export interface Queryable {
  /** The rows of a query, also of `INSERT … RETURNING`. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The number of rows that a statement touched. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
}
