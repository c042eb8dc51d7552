import { Client } from 'pg';

/** Settings of a server that counts its statements. */
export const COUNTING: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.track_utility': 'on',
};

/** A statement, how often it ran, and by which role. */
export interface StatementCount {
  readonly role: string;
  readonly calls: number;
  /** Those that no function or trigger made. */
  readonly sent: number;
  readonly rows: number;
  readonly ms: number;
  readonly text: string;
}

/** Counts a server's statements by role; every service has a role of its own. */
export class StatementCounter {
  private constructor(private readonly client: Client) {}

  static async on(url: string): Promise<StatementCounter> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('create extension if not exists pg_stat_statements');
    return new StatementCounter(client);
  }

  async reset(): Promise<void> {
    await this.client.query('select pg_stat_statements_reset()');
  }

  /** Since the last reset, without the counter's own. */
  async counts(): Promise<StatementCount[]> {
    const { rows } = await this.client.query<StatementCount>(
      `select r.rolname as role, sum(s.calls)::int as calls,
              coalesce(sum(s.calls) filter (where s.toplevel), 0)::int as sent,
              sum(s.rows)::int as rows, sum(s.total_exec_time)::float8 as ms,
              regexp_replace(left(min(s.query), 200), '\\s+', ' ', 'g') as text
         from pg_stat_statements s join pg_roles r on r.oid = s.userid
        where r.rolname <> current_user group by r.rolname, s.queryid order by 2 desc`,
    );
    return rows;
  }

  /** How many messages each role has written to its outbox so far. */
  async messagesByRole(): Promise<Record<string, number>> {
    const { rows } = await this.client.query<{ role: string; messages: number }>(
      `select sequenceowner as role, coalesce(last_value, 0)::int as messages
         from pg_sequences where sequencename = 'outbox_id_seq'`,
    );
    return Object.fromEntries(rows.map(({ role, messages }) => [role, messages]));
  }

  async stop(): Promise<void> {
    await this.client.end();
  }
}

export function sumByRole(counts: readonly StatementCount[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { role, calls } of counts) sums[role] = (sums[role] ?? 0) + calls;
  return sums;
}
