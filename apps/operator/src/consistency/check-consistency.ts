import { Pool } from 'pg';
import { CONSISTENCY_CHECKS, ConsistencyCheck } from './checks';

export interface Difference {
  readonly check: string;
  readonly subject: string;
  readonly difference: string;
}

const SHOWN_MAX = 100;

/**
 * Compares the schemas. Each check is one statement, which sees one snapshot. Messages under way cause temporary
 * differences, so only differences that appear in two rounds, `settleMs` apart, are findings.
 */
export async function checkConsistency(
  pool: Pool,
  options: { readonly settleMs: number; readonly say: (line: string) => void },
): Promise<Difference[]> {
  const findings: Difference[] = [];
  for (const check of CONSISTENCY_CHECKS) {
    const lasting = await lastingDifferences(pool, check, options.settleMs);
    options.say(`${lasting.length === 0 ? 'the same' : `${lasting.length} differ`}: ${check.name}`);
    for (const row of lasting) findings.push({ check: check.name, ...row });
  }
  return findings;
}

type Row = Omit<Difference, 'check'>;

async function lastingDifferences(pool: Pool, check: ConsistencyCheck, settleMs: number): Promise<Row[]> {
  const before = await differences(pool, check);
  if (before.length === 0) return [];
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const known = new Set(before.map(textOf));
  return (await differences(pool, check)).filter((row) => known.has(textOf(row)));
}

async function differences(pool: Pool, { sql }: ConsistencyCheck): Promise<Row[]> {
  const { rows } = await pool.query<Row>(`select * from (${sql}) found order by 1 limit ${SHOWN_MAX}`);
  return rows;
}

function textOf({ subject, difference }: Row): string {
  return `${subject} ${difference}`;
}
