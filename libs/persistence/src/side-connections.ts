import { Pool } from 'pg';
import { TLSSocket } from 'node:tls';

const CONNECT_MS_MAX = 2000;
const STATEMENT_MS_MAX = 2000;

/**
 * Two connections beside the pool, for what must not wait for it: checking the database, and cancelling statements.
 * They open when they are first needed.
 */
export class SideConnections {
  private readonly pool: Pool;
  /** Until when the server's certificate is valid; null without TLS, and before the first connection. */
  certificateEndsAt: Date | null = null;

  constructor(url: string, schema: string) {
    this.pool = new Pool({
      connectionString: url,
      max: 2,
      application_name: `${schema} beside`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      options: `-c statement_timeout=${STATEMENT_MS_MAX}`,
    });
    this.pool.on('error', () => undefined); // a broken idle connection is replaced
    this.pool.on('connect', (client) => {
      const { connection } = client as unknown as { readonly connection?: { readonly stream?: unknown } };
      if (connection?.stream instanceof TLSSocket)
        this.certificateEndsAt = new Date(connection.stream.getPeerCertificate().valid_to);
    });
  }

  async isReadOnly(): Promise<boolean> {
    const sql = `select current_setting('transaction_read_only') = 'on' as read_only`;
    const { rows } = await this.pool.query<{ read_only: boolean }>(sql);
    return rows[0]?.read_only ?? false;
  }

  /** Cancels the connection's running statement. If that fails, the statement ends by its own timeout. */
  async cancel(processId: number): Promise<void> {
    await this.pool.query('select pg_cancel_backend($1)', [processId]).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
