import { Client } from 'pg';

type Query = (this: Client, ...given: unknown[]) => unknown;

/** Counts every statement that this process sends as the role, `begin` and `commit` among them. */
export function countStatements(role: string): () => number {
  let count = 0;
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function counted(this: Client, ...given: unknown[]): unknown {
    if (this.user === role) count += 1;
    return query.apply(this, given);
  };
  return () => count;
}
