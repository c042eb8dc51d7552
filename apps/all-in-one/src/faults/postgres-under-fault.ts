import { EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/persistence';
import { Pool } from 'pg';

/** The database of the system, to be crashed and brought back on its port and data. */
export class PostgresUnderFault {
  private readonly observer: Pool;

  private constructor(
    /** Where the server keeps its data. */
    readonly dataDir: string,
    private server: EmbeddedPostgres,
  ) {
    this.observer = new Pool({ connectionString: server.url, max: 2 });
    this.observer.on('error', () => undefined); // cut on purpose
  }

  static async start(dataDir: string): Promise<PostgresUnderFault> {
    return new PostgresUnderFault(dataDir, await startEmbeddedPostgres({ dataDir, persistent: true }));
  }

  /** The superuser's. */
  get url(): string {
    return this.server.url;
  }

  /** A single number, read over all schemas. */
  async count(sql: string): Promise<number> {
    const { rows } = await this.observer.query<{ count: string }>(sql);
    return Number(rows[0]?.count ?? 0);
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    return (await this.observer.query(sql)).rows as Row[];
  }

  /** SIGKILL of the server: connections are cut, what was committed is recovered from its log. */
  async kill(): Promise<void> {
    await this.server.kill();
  }

  async restart(): Promise<void> {
    const { port } = this.server;
    this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, persistent: true, port });
  }

  async stop(): Promise<void> {
    await this.observer.end();
    await this.server.stop();
  }
}
