import { Database } from '@tributary/persistence';
import { Client, Pool, PoolClient } from 'pg';
import { TestDatabase } from '../postgres/test-postgres';

/** A node of a plan that ran, as `explain (analyze, format json)` has it. */
interface PlanNode {
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'log',
  /** As PostgreSQL plans a prepared statement from its sixth use on, when it no longer looks at what it is given. */
  plan_cache_mode: 'force_generic_plan',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

/**
 * Counts the pairs of rows that joins compare and that do not match. They grow with the square of a batch where
 * PostgreSQL expects few rows, as it does of the parts of a statement (`with`), and compares each with each.
 */
export class JoinWatch {
  private pairs = 0;
  private plans = 0;

  private constructor() {}

  /** To be called before the database's users connect. */
  static async on({ url, name }: TestDatabase): Promise<JoinWatch> {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await client.query(`alter database "${name}" set ${setting} = '${value}'`);
    }
    await client.end();
    return new JoinWatch();
  }

  /** Counts those of its statements from now on. */
  watch({ dataSource }: Database): void {
    const pool = (dataSource.driver as unknown as { readonly master: Pool }).master;
    const watched = new WeakSet<PoolClient>();
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      client.on('notice', ({ message }) => this.note(message ?? ''));
    });
  }

  /** Without a match, so far. @throws if no plan has come: nothing was counted then */
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
