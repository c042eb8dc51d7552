import { Client, Connection } from 'pg';
import { DriverQuery, StatementGroup } from './statement-group';

const BEGIN = 'START TRANSACTION';
const COMMIT = 'COMMIT';
const ROLLBACK = 'ROLLBACK';
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** PostgreSQL answers the COMMIT of a transaction in which a statement failed with a rollback, not with an error. */
export class RolledBackError extends Error {
  override readonly name = 'RolledBackError';

  constructor() {
    super('the transaction was rolled back, because one of its statements had failed');
  }
}

/** The driver's queue, which its types leave out. */
interface Internals {
  readonly connection: Connection;
  readonly _queryQueue: DriverQuery[];
  _activeQuery: unknown;
  readyForQuery: boolean;
  hasExecuted: boolean;
  _pulseQueryQueue(): void;
  _errorAllQueries(error: Error): void;
}

const DRIVER = Client.prototype as unknown as Internals;

/**
 * A connection that sends the statements of a transaction in as few pieces as possible: BEGIN with the first statement,
 * and what is requested at the same time, like a last statement and the COMMIT, together. Each piece costs both sides a
 * wake-up, which for short statements takes more time than running them: pieces for each statement were a sixth of a
 * single webhook's processor time.
 */
export class TransactionClient extends Client {
  private isInTransaction = false;
  private held: DriverQuery[] = [];
  private isScheduled = false;
  /** Why the transaction did not begin: its other statements must not run without it. */
  private beginFailure: Error | null = null;

  /** The driver calls it when a query was added, and when the server is ready for the next one. */
  _pulseQueryQueue(): void {
    const { _queryQueue: added } = this.driver();
    const isOurs = this.isInTransaction || this.held.length > 0 || added[0]?.text === BEGIN;
    if (!isOurs) return DRIVER._pulseQueryQueue.call(this);
    if (added.length === 0) return this.send();
    for (const query of added.splice(0)) this.hold(query);
    if (this.isScheduled) return;
    this.isScheduled = true;
    process.nextTick(() => {
      this.isScheduled = false;
      this.send();
    });
  }

  /** The connection is lost. */
  _errorAllQueries(error: Error): void {
    DRIVER._errorAllQueries.call(this, error);
    this.failHeld(error);
  }

  private driver(): Internals {
    return this as unknown as Internals;
  }

  private hold(query: DriverQuery): void {
    const { callback, text } = query;
    if (text === BEGIN) {
      this.isInTransaction = true;
      this.beginFailure = null;
      query.callback = (error) => (this.beginFailure = error);
      callback(null, NOTHING); // it is sent with the first statement
    } else if (text === COMMIT || text === ROLLBACK) {
      this.isInTransaction = false;
      if (this.hasOnlyBegin()) {
        this.held = [];
        return callback(null, NOTHING);
      }
      if (text === COMMIT) query.callback = failingIfRolledBack(callback);
    }
    if (text === BEGIN || text === COMMIT || text === ROLLBACK) query.name = text;
    this.held.push(query);
  }

  private hasOnlyBegin(): boolean {
    return this.held.length === 1 && this.held[0]?.text === BEGIN;
  }

  private send(): void {
    const driver = this.driver();
    if (!driver.readyForQuery || this.held.length === 0 || this.hasOnlyBegin()) return;
    if (this.beginFailure) return this.failHeld(this.beginFailure);
    const next = this.takePiece();
    driver._activeQuery = next;
    driver.readyForQuery = false;
    driver.hasExecuted = true;
    next.submit(driver.connection);
  }

  /** A text without values may be several statements, so it is sent by itself. */
  private takePiece(): DriverQuery | StatementGroup {
    const alone = this.held.findIndex((query) => !query.requiresPreparation());
    const [first] = this.held;
    if (first && alone === 0) return this.held.shift() ?? first;
    return new StatementGroup(this.held.splice(0, alone === -1 ? this.held.length : alone));
  }

  private failHeld(error: Error): void {
    for (const query of this.held.splice(0)) query.handleError(error, this.driver().connection);
  }
}

function failingIfRolledBack(callback: DriverQuery['callback']): DriverQuery['callback'] {
  return (error, result) => {
    const isRolledBack = (result as Partial<typeof NOTHING> | undefined)?.command === ROLLBACK;
    callback(isRolledBack ? new RolledBackError() : error, result);
  };
}
