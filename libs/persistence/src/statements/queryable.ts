/** Anything that runs SQL: the pool, or one transaction. */
export interface Queryable {
  /** The rows of a query, also of `INSERT … RETURNING`. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The number of rows that a statement changed. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /**
   * The rows of a frequent query: each connection parses it once, and plans it once if its values make no difference.
   * For few different texts.
   */
  queryPrepared<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
