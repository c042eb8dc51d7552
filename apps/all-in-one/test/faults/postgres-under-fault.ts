import { EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/persistence';
import { rm } from 'node:fs/promises';
import { Client, Pool } from 'pg';

/** More than one round, because some of the disconnected clients reconnect faster. */
const ROUNDS_OF_TAKING = 3;

type Settings = Readonly<Record<string, string>>;

/** The system's database, which can be killed and restarted on its port and data. */
export class PostgresUnderFault {
  private readonly observer: Pool;

  private constructor(
    /** The server's data directory. */
    readonly dataDir: string,
    private server: EmbeddedPostgres,
    private readonly settings: Settings,
  ) {
    this.observer = new Pool({ connectionString: server.url, max: 2 });
    this.observer.on('error', () => undefined); // the connection is cut on purpose
  }

  static async start(dataDir: string, settings: Settings = {}): Promise<PostgresUnderFault> {
    const server = await startEmbeddedPostgres({ dataDir, persistent: true, settings });
    return new PostgresUnderFault(dataDir, server, settings);
  }

  /** The superuser's URL. */
  get url(): string {
    return this.server.url;
  }

  /** Returns one number from a query over all schemas. */
  async count(sql: string): Promise<number> {
    const { rows } = await this.observer.query<{ count: string }>(sql);
    return Number(rows[0]?.count ?? 0);
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    return (await this.observer.query(sql)).rows as Row[];
  }

  /**
   * Disconnects all clients and takes all of the server's connections.
   * @returns a function that releases them
   */
  async takeAllConnections(): Promise<() => Promise<void>> {
    const held: Client[] = [];
    for (let round = 0; round < ROUNDS_OF_TAKING; round += 1) {
      for (let client = await this.oneMore(); client; client = await this.oneMore()) held.push(client);
      await held[0]?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user',
      );
    }
    return async () => void (await Promise.all(held.map((client) => client.end())));
  }

  /** Sends SIGKILL to one of its processes that works for the role: the server cuts all connections, and recovers. */
  async killBackendOf(role: string): Promise<void> {
    const [backend] = await this.rows<{ pid: number }>(
      `select pid from pg_stat_activity where usename = '${role}' limit 1`,
    );
    if (!backend) throw new Error(`${role} has no connection`);
    process.kill(backend.pid, 'SIGKILL');
  }

  /** Sends SIGKILL to the server: connections break, and committed rows are recovered from its log. */
  async kill(): Promise<void> {
    await this.server.kill();
  }

  async restart(): Promise<void> {
    const { port } = this.server;
    const { dataDir, settings } = this;
    this.server = await startEmbeddedPostgres({ dataDir, persistent: true, port, settings });
  }

  /**
   * Simulates the loss of its disk. `restore` writes data into the directory, and the server restarts on its port with
   * further settings.
   */
  async replace(restore: (dataDir: string) => Promise<void>, recovery: Settings): Promise<void> {
    await this.kill();
    const { dataDir } = this;
    await rm(dataDir, { recursive: true });
    await restore(dataDir);
    const { port } = this.server;
    const settings = { ...this.settings, ...recovery };
    this.server = await startEmbeddedPostgres({ dataDir, persistent: true, port, settings });
  }

  /** Opens a connection; returns null if the server has none left. */
  private async oneMore(): Promise<Client | null> {
    const client = new Client({ connectionString: this.server.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      return null;
    }
  }

  async stop(): Promise<void> {
    await this.observer.end();
    await this.server.stop();
  }
}
