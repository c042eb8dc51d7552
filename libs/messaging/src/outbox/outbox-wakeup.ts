import { Client } from 'pg';
import { Clock, systemClock } from '../clock';

/**
 * Listens, on a connection of its own, for the notification that each append to an outbox sends; reconnects for as long
 * as it runs. Losing it costs only speed, because the relay also polls.
 */
export class OutboxWakeup {
  private readonly stopping = new AbortController();
  private client: Client | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly url: string,
    private readonly schema: string,
    private readonly onCommit: () => void,
    private readonly clock: Clock = systemClock,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined); // ending a connection that is already closed
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.listenUntilLost();
      await this.clock.sleep(500, this.stopping.signal);
    }
  }

  private async listenUntilLost(): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: `${this.schema}-outbox` });
    this.client = client;
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => undefined); // later errors of the same lost connection
    client.on('notification', this.onCommit);
    try {
      await client.connect();
      await client.query(`listen "outbox_${this.schema}"`);
      this.onCommit();
      await lost;
    } catch {
      // Unavailable now; the loop retries.
    }
    await client.end().catch(() => undefined);
  }
}
