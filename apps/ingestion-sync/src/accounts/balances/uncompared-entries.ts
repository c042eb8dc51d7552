import { Health } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { outcomeCounter } from '@tributary/service';

/** Entries of one write that were not compared with all that they may belong to, because too many look alike. */
export interface UncomparedEntries {
  readonly entries: number;
  /** ISO time. */
  readonly at: string;
}

/** For so long the account says so. */
const SHOWN_MS = 7 * 86_400_000;

/** The account's health, with what its user should know of entries that were not compared. */
export function withUncompared(health: Health, uncompared: UncomparedEntries | null, now: number): Health {
  const isShown = uncompared !== null && now - Date.parse(uncompared.at) < SHOWN_MS;
  if (!isShown || health.status === 'FAILING' || health.integrator_message !== null) return health;
  return {
    ...health,
    status: 'DEGRADED',
    integrator_message:
      `Too many entries of this account look alike: ${uncompared.entries} were not compared with all that they may ` +
      'belong to. Pending entries may be listed beside their booked ones, and entries may be there twice.',
  };
}

/** Notes them at their accounts, and counts them. @param counts by account, above zero */
export async function noteUncompared(
  tx: Tx,
  counts: ReadonlyMap<number, number>,
  at: string,
): Promise<ReadonlyMap<number, UncomparedEntries>> {
  if (counts.size === 0) return new Map();
  const noted = new Map([...counts].map(([id, entries]) => [id, { entries, at }]));
  await tx.execute(
    `update financial_accounts a set uncompared = jsonb_build_object('entries', r.entries, 'at', $3::text)
       from unnest($1::bigint[], $2::int[]) as r(id, entries) where a.id = r.id`,
    [[...counts.keys()], [...counts.values()], at],
  );
  const counter = outcomeCounter(
    'tributary.transactions.uncompared',
    'entries that look so much alike that they were not compared with all that they may belong to',
  );
  for (const entries of counts.values()) counter.add(entries);
  return noted;
}
