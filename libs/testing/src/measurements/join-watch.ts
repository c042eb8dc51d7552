import { Database } from '@tributary/persistence';
import { Client, Pool, PoolClient } from 'pg';
import { TestDatabase } from '../postgres/test-postgres';

/** A node of an executed plan, as in `explain (analyze, format json)`. */
interface PlanNode {
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'log',
  /** The plan of a prepared statement from its sixth execution on, which does not depend on the parameters. */
  plan_cache_mode: 'force_generic_plan',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

/**
 * Counts the pairs of rows that joins compare and that do not match. Their number grows with the square of a batch if
 * PostgreSQL expects few rows and compares each with each, as it does for parts of a statement (`with`).
 */
export class JoinWatch {
  private pairs = 0;
  private plans = 0;

  private constructor() {}

  /** Creates the watch. Call it before the users of the database connect. */
  static async on({ url, name }: TestDatabase): Promise<JoinWatch> {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await client.query(`alter database "${name}" set ${setting} = '${value}'`);
    }
    await client.end();
    return new JoinWatch();
  }

  /** Counts the statements of this database from now on. */
  watch({ dataSource }: Database): void {
    const pool = (dataSource.driver as unknown as { readonly master: Pool }).master;
    const watched = new WeakSet<PoolClient>();
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      client.on('notice', ({ message }) => this.note(message ?? ''));
    });
  }

  /**
   * The number of compared pairs without a match.
   * @throws if no plan was received, so that nothing was counted
   */
  get pairsCompared(): number {
    if (this.plans === 0) throw new Error('PostgreSQL has sent no plan of a statement');
    return this.pairs;
  }

  private note(message: string): void {
    const [, json] = /plan:\s*(\{.*)$/s.exec(message) ?? [];
    if (json === undefined) return;
    this.plans += 1;
    this.pairs += pairsOf((JSON.parse(json) as { readonly Plan: PlanNode }).Plan);
  }
}

function pairsOf(node: PlanNode): number {
  const own = (node['Rows Removed by Join Filter'] ?? 0) * (node['Actual Loops'] ?? 1);
  return (node.Plans ?? []).reduce((sum, plan) => sum + pairsOf(plan), own);
}
