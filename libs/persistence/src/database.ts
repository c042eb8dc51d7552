import { PoolClient, types } from 'pg';
import { DataSource, EntityManager, EntitySchema, MigrationInterface, QueryRunner } from 'typeorm';
import { withAdvisoryLock } from './advisory-lock';
import { CommitAnswers } from './commit-answers';
import { CommitSignals } from './commit-signals';
import { Connections, PoolFigures, RunningRequest, SideConnection } from './connections/connections';
import { SharedDriver } from './connections/shared-driver';
import { checkDatabase, DatabaseUnfitError, UsableDatabase } from './availability/database-check';
import { DatabasePresence } from './availability/database-presence';
import { DatabaseTrouble, LatestTrouble, troubleOf, WriteTrouble } from './availability/database-trouble';
import { retryConcurrentUpdate } from './provision';
import { Queryable } from './statements/queryable';
import { setForRole, startupOptions } from './role-settings';
import { sqlStateOf } from './transient-errors';

/** Postgres' type of `bigint[]`, for which the driver has no name. */
const INT8_ARRAY: number = 1016;

/** Ids and versions stay below 2^53, so int8 is a number; money is numeric or text and never an int8. */
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
/** A date has no time zone: it stays the text `YYYY-MM-DD`. */
types.setTypeParser(types.builtins.DATE, (text) => text);

/** Maximum of different texts of prepared statements, because each uses memory in every connection. */
const PREPARED_MAX = 500;

const POOL_SIZE = 10;

/** Error code with which poolers refuse start-up options. */
const PROTOCOL_VIOLATION = '08P01';

type Class = new (...args: never[]) => unknown;

/** The location and the migrations of a service's schema. */
export interface DatabaseOptions {
  /** Connection URL of the service's own role. */
  readonly url: string;
  /** Connection URL past a pooler, for work that needs its own session; `url` by default. */
  readonly directUrl?: string;
  /** Schema and role: the service's name with underscores. */
  readonly schema: string;
  readonly entities?: readonly (Class | EntitySchema)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly poolSize?: number;
  /** A caller waits this long for a free connection before it gets a (transient) error. */
  readonly acquireTimeoutMs?: number;
  /** `run` (default) migrates the schema; `checked` refuses one that is behind, and changes nothing. */
  readonly migrating?: 'run' | 'checked';
  /** The latest trouble of any service of the process. */
  readonly latestTrouble?: LatestTrouble;
  /** Called when the server begins to refuse writes because its disk is full. */
  readonly onDiskFull?: () => void;
  /** Called when the database can no longer be used, and `onBack` when it can again: once each, however many failures there are. */
  readonly onLost?: (trouble: DatabaseTrouble) => void;
  readonly onBack?: () => void;
  /** Called once if commits are not signalled, so that readers must poll. */
  readonly onUnsignalled?: () => void;
}

/** An open database transaction; `manager` is TypeORM's, for ordinary mapping. */
export interface Tx extends Queryable {
  readonly manager: EntityManager;
  /** Runs the work after the commit; a rollback drops it. */
  afterCommit(work: () => void): void;
}

/** A service's schema: migrations, transactions and queries. */
export class Database implements Queryable {
  private readonly prepared = new Map<string, string>();
  private readonly writeTrouble: WriteTrouble;
  private readonly side: SideConnection;
  private readonly presence: DatabasePresence;
  /** Whether a pooler is in between: it lacks statements that were prepared on another of its connections. */
  private isPooled = false;
  private readonly connections: Connections;
  /** Signals of commits to tables of the schema, by any process. */
  readonly signals: CommitSignals;

  private constructor(
    readonly dataSource: DataSource,
    driver: SharedDriver,
    readonly options: DatabaseOptions,
  ) {
    this.side = new SideConnection(options.url, options.schema);
    this.presence = new DatabasePresence(() => this.side.isReadOnly(), {
      onLost: options.onLost ?? (() => undefined),
      onBack: options.onBack ?? (() => undefined),
    });
    this.writeTrouble = new WriteTrouble({
      latest: options.latestTrouble,
      onDiskFull: options.onDiskFull,
      onTrouble: (trouble) => this.presence.suspect(trouble),
    });
    this.signals = new CommitSignals(options.url, options.schema, {
      directUrl: options.directUrl,
      onLost: () => this.presence.suspect(null),
      onUnsignalled: options.onUnsignalled,
    });
    this.connections = new Connections(dataSource, driver, options.poolSize ?? POOL_SIZE);
  }

  /** Connects and migrates the schema; several instances may do so at once. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const database = await Database.inSessions(options);
    try {
      await (options.migrating === 'checked' ? database.refuseOldSchema() : database.migrate());
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /** Connects by sessions in which schema and time limits are in effect. An older installation has not set them for its roles. */
  private static async inSessions(options: DatabaseOptions): Promise<Database> {
    const first = await Database.connect(options);
    if (first.found.settingsHold) return first.database;
    if (!isOwnRole(options)) {
      await first.database.close();
      throw new DatabaseUnfitError('other-role', options.schema);
    }
    try {
      await retryConcurrentUpdate(() => setForRole(first.database, first.found.name, options.schema));
    } finally {
      await first.database.close();
    }
    const { database, found } = await Database.connect(options);
    if (found.settingsHold) return database;
    await database.close();
    throw new DatabaseUnfitError('old-sessions', options.schema, options.schema);
  }

  private static async connect(
    options: DatabaseOptions,
  ): Promise<{ readonly database: Database; readonly found: UsableDatabase }> {
    const driver = new SharedDriver();
    const dataSource = new DataSource({
      type: 'postgres',
      driver,
      url: options.url,
      schema: options.schema,
      entities: [...(options.entities ?? [])] as Class[],
      subscribers: [CommitAnswers],
      migrations: [...options.migrations],
      migrationsTableName: 'migrations',
      poolSize: options.poolSize ?? POOL_SIZE,
      applicationName: options.schema,
      extra: {
        ...(isOwnRole(options) ? {} : { options: startupOptions(options.schema) }),
        connectionTimeoutMillis: options.acquireTimeoutMs ?? 10_000,
      },
      poolErrorHandler: () => undefined, // a broken idle connection is replaced; its caller gets the error
    });
    try {
      await dataSource.initialize();
    } catch (error) {
      const isRefused = sqlStateOf(error) === PROTOCOL_VIOLATION && !isOwnRole(options);
      throw isRefused ? new DatabaseUnfitError('other-role', options.schema) : error;
    }
    const database = new Database(dataSource, driver, options);
    try {
      const found = await database.connections.onClient((client) => checkDatabase(client, options.schema));
      database.isPooled = found.isPooled;
      return { database, found };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Runs the work in one transaction; a throw rolls it back. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.writeTrouble.watch(
      this.connections.onRunner(async (runner, request) => {
        await runner.startTransaction();
        try {
          if (request.statementMs !== null)
            await runner.query(`set local statement_timeout = ${request.statementMs}`);
          const tx = new OpenTransaction(runner.manager, request, (sql) => this.nameOf(sql));
          const result = await request.cancellable(() => work(tx));
          await runner.commitTransaction();
          for (const committed of tx.committed) committed();
          return result;
        } catch (error) {
          // If even this fails, the connection is lost, and the transaction with it.
          await runner.rollbackTransaction().catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.run<Row>(sql, parameters)).records;
  }

  async queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const statement = { name: this.nameOf(sql), text: sql, values: [...parameters] };
    const rows = this.connections.onClient(async (client) => (await client.query<Row>(statement)).rows);
    return this.writeTrouble.watch(rows);
  }

  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await this.run(sql, parameters)).affected ?? 0;
  }

  /**
   * The trouble that prevents the service from using its database now, or did in the last seconds; used by readiness.
   * Does not wait for the pool.
   */
  async trouble(): Promise<DatabaseTrouble | null> {
    try {
      return (await this.side.isReadOnly()) ? 'read-only' : this.writeTrouble.current();
    } catch (error) {
      return troubleOf(error) ?? 'unreachable';
    }
  }

  /** The pool at this moment. */
  poolFigures(): PoolFigures {
    return this.connections.figures();
  }

  /** End of the server's certificate; null without TLS. */
  async certificateEndsAt(): Promise<Date | null> {
    await this.trouble(); // opens a connection
    return this.side.certificateEndsAt;
  }

  async close(): Promise<void> {
    await this.signals.close();
    await this.presence.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.side.close();
  }

  private nameOf(sql: string): string | undefined {
    if (this.isPooled) return undefined;
    const known = this.prepared.get(sql);
    if (known !== undefined || this.prepared.size >= PREPARED_MAX) return known;
    const name = `prepared_${this.prepared.size}`;
    this.prepared.set(sql, name);
    return name;
  }

  private async run<Row>(sql: string, parameters: readonly unknown[]) {
    return this.writeTrouble.watch(
      this.connections.onRunner((runner, request) =>
        request.limited(() => structured<Row>(runner, sql, parameters)),
      ),
    );
  }

  /** @throws DatabaseUnfitError if migrations are missing. */
  private async refuseOldSchema(): Promise<void> {
    if (await this.dataSource.showMigrations()) throw new DatabaseUnfitError('behind', this.options.schema);
  }

  private async migrate(): Promise<void> {
    const { url, directUrl = url } = this.options;
    await withAdvisoryLock(directUrl, `migrate:${this.options.schema}`, async () => {
      await this.dataSource.runMigrations({ transaction: 'each' });
    });
  }
}

/** Whether the role is the service's own. A service may change the settings of sessions only for its own role. */
function isOwnRole({ url, schema }: DatabaseOptions): boolean {
  return decodeURIComponent(new URL(url).username) === schema;
}

async function connectionOf(runner: QueryRunner): Promise<PoolClient> {
  return (await runner.connect()) as PoolClient;
}

class OpenTransaction implements Tx {
  /** Work to run after the commit. */
  readonly committed: (() => void)[] = [];

  constructor(
    readonly manager: EntityManager,
    private readonly request: Pick<RunningRequest, 'check'>,
    private readonly nameOf: (sql: string) => string | undefined,
  ) {}

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await structured<Row>(this.runner(), sql, parameters)).records;
  }

  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await structured(this.runner(), sql, parameters)).affected ?? 0;
  }

  async queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = await connectionOf(this.runner());
    const statement = { name: this.nameOf(sql), text: sql, values: [...parameters] };
    return (await client.query<Row>(statement)).rows;
  }

  afterCommit(work: () => void): void {
    this.committed.push(work);
  }

  private runner(): QueryRunner {
    this.request.check();
    if (!this.manager.queryRunner) throw new Error('the transaction is over');
    return this.manager.queryRunner;
  }
}

interface StructuredResult<Row> {
  records: Row[];
  affected?: number;
}

async function structured<Row>(runner: QueryRunner, sql: string, parameters: readonly unknown[]) {
  return (await runner.query(sql, [...parameters], true)) as StructuredResult<Row>;
}
