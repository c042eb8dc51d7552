import { Connection, Query } from 'pg';

/** A query as the driver's client handles it; its types leave this out. */
export interface DriverQuery extends Query {
  name?: string;
  readonly text: string;
  callback: (error: Error | null, result?: unknown) => void;
  /** Whether it is sent by the extended protocol: it has a name or values. */
  requiresPreparation(): boolean;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** Names of statements whose parsing was requested but not confirmed. */
interface Parsing {
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * Queries of the extended protocol that are sent in one piece and end with one `Sync`: after a failure the server skips
 * the rest. The driver's client takes it for one query, whose messages are passed on to the query that they are about.
 */
export class StatementGroup {
  private completed = 0;
  /** A value could not be written: nothing may follow, least of all a COMMIT. */
  private isCut = false;

  constructor(private readonly queries: readonly DriverQuery[]) {}

  /** Of the query whose parsing the server confirms next. */
  get name(): string | undefined {
    return this.queries[this.completed]?.name;
  }

  get text(): string | undefined {
    return this.queries[this.completed]?.text;
  }

  submit(connection: Connection): void {
    const within = this.withoutSync(connection);
    connection.stream.cork();
    for (const query of this.queries) {
      const refusal = query.submit(within) as unknown;
      if (refusal instanceof Error) query.handleError(refusal, connection);
      if (refusal instanceof Error || this.isCut) break;
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.queries[this.completed]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.queries[this.completed]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.queries[this.completed]?.handleCommandComplete(message, connection);
    this.completed += 1;
  }

  handleEmptyQuery(connection: Connection): void {
    this.queries[this.completed]?.handleEmptyQuery(connection);
    this.completed += 1;
  }

  /** Also ends queries that were not sent because a value before them could not be written. */
  handleReadyForQuery(connection: Connection): void {
    this.end(new Error('a statement before this one failed'), connection);
  }

  handleError(error: Error, connection: Connection): void {
    this.end(error, connection);
  }

  /** @param error of those that were not completed */
  private end(error: Error, connection: Connection): void {
    const { submittedNamedStatements } = connection as unknown as Parsing;
    for (const [index, query] of this.queries.entries()) {
      if (index < this.completed) {
        query.handleReadyForQuery(connection);
        continue;
      }
      if (query.name !== undefined) delete submittedNamedStatements[query.name];
      query.handleError(error, connection);
    }
  }

  /** A query sends `Sync` after itself, and closes what it had parsed if its values cannot be written. */
  private withoutSync(connection: Connection): Connection {
    return Object.create(connection, {
      sync: { value: () => undefined },
      close: { value: () => (this.isCut = true) },
    }) as Connection;
  }
}
