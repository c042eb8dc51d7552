import { Pool } from 'pg';
import { TLSSocket } from 'node:tls';

const CONNECT_MS_MAX = 2000;
const STATEMENT_MS_MAX = 2000;

/** A connection beside the pool, for readiness, which must not wait for the pool. It opens when it is first needed. */
export class SideConnection {
  private readonly pool: Pool;
  /** Until when the server's certificate is valid; null without TLS, and before the first connection. */
  certificateEndsAt: Date | null = null;

  constructor(url: string, schema: string) {
    this.pool = new Pool({
      connectionString: url,
      max: 1,
      application_name: `${schema} beside`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: STATEMENT_MS_MAX,
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

  async close(): Promise<void> {
    await this.pool.end();
  }
}
