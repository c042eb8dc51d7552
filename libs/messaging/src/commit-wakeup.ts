import { Client } from 'pg';
import { Clock, systemClock } from './clock';

const CONNECT_MS_MAX = 5000;

/** What commits notify: a table of a schema. */
interface NotifiedTable {
  readonly url: string;
  readonly schema: string;
  /** The first part of the notification's name, before the schema: `outbox`. */
  readonly channel: string;
}

/**
 * Listens, on a connection of its own, for the notification that each commit to a table sends; reconnects for as long
 * as it runs. Losing it costs only speed, because the readers also poll.
 */
export class CommitWakeup {
  private readonly stopping = new AbortController();
  /** Ends the present connection. */
  private release: () => void = () => {};
  private running: Promise<void> | null = null;

  constructor(
    private readonly table: NotifiedTable,
    private readonly onCommit: () => void,
    private readonly clock: Clock = systemClock,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.release();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.listenUntilLost();
      await this.clock.sleep(500, this.stopping.signal);
    }
  }

  private async listenUntilLost(): Promise<void> {
    const { url, schema, channel } = this.table;
    const client = new Client({
      connectionString: url,
      application_name: `${schema}-${channel}`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
    });
    const over = new Promise<void>((resolve) => {
      this.release = resolve;
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => undefined); // later errors of the same lost connection
    client.on('notification', this.onCommit);
    try {
      await client.connect();
      await client.query(`listen "${channel}_${schema}"`);
      if (this.stopping.signal.aborted) return;
      this.onCommit();
      await over;
    } catch {
      // Unavailable now; the loop retries.
    } finally {
      await client.end().catch(() => undefined); // it may be closed already
    }
  }
}
