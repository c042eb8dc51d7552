import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { CommandLine, dayOf, idOf, idsOf } from '../command-line';
import { AccountChoice, accountChoice, choiceParameters, CHOSEN, WordsOfChoice } from './account-choice';

interface Wanted extends WordsOfChoice {
  readonly from?: string;
  readonly dryRun: boolean;
  readonly wait: boolean;
}

interface Outcome {
  readonly scheduled: number;
  readonly waiting: number;
  readonly next_allowed_at: string | null;
  readonly reopened: number;
  readonly refused: readonly { readonly account: number; readonly reason: string }[];
}

const LOOK_EVERY_MS = 500;

export function syncCommand({ program, out, notWell, withContext }: CommandLine): void {
  program
    .command('sync')
    .description('sync accounts now, within their daily allowance; says which wait until when')
    .argument('[accounts...]', 'ids', idsOf, [])
    .option('--connection <id>', 'all accounts of a connection', idOf)
    .option('--user <id>', 'all accounts of a user', idOf)
    .option('--from <day>', 'load history from this day on, where less was wanted until now', dayOf)
    .option('--dry-run', 'only show the result that it would have', false)
    .option('--no-wait', 'do not wait for the end')
    .action((accountIds: number[], wanted: Wanted) =>
      withContext(async ({ pool, request }) => {
        const { from, dryRun } = wanted;
        const choice = accountChoice(accountIds, wanted);
        const since = await databaseTime(pool);
        const parameters = { ...choice, dryRun, ...(from === undefined ? {} : { from }) };
        const reply = await request({ service: 'ingestion-sync', kind: 'sync-accounts', parameters });
        const outcome = JSON.parse(reply) as Outcome;
        for (const line of linesOf(outcome, wanted)) out(line);
        if (!dryRun && wanted.wait && outcome.scheduled > 0) {
          await follow(pool, choice, since, outcome.scheduled, out);
        }
        if (outcome.scheduled + outcome.waiting === 0) notWell();
      }),
    );
}

function linesOf(outcome: Outcome, { dryRun, from }: Wanted): string[] {
  const { scheduled, waiting, next_allowed_at: next, reopened, refused } = outcome;
  return [
    ...refused.map(({ account, reason }) => `account ${account}: ${reason}`),
    `${scheduled} accounts ${dryRun ? 'would be' : 'are'} synced now`,
    ...(next === null
      ? []
      : [`${waiting} wait for their daily allowance, and are synced by themselves, the first at ${next}`]),
    ...(from === undefined ? [] : [`${reopened} load more history, from ${from} on`]),
  ];
}

async function databaseTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}

/** Waits until no chosen account is due or being synced. */
async function follow(
  pool: Pool,
  choice: AccountChoice,
  since: Date,
  scheduled: number,
  say: (line: string) => void,
): Promise<void> {
  for (let shown = -1; ;) {
    const { rows } = await pool.query<{ open: number; synced: number }>(PROGRESS, [
      ...choiceParameters(choice),
      since,
    ]);
    const { open = 0, synced = 0 } = rows[0] ?? {};
    if (synced !== shown) say(`${(shown = synced)} of ${scheduled} synced`);
    if (open === 0) return;
    await pause(LOOK_EVERY_MS);
  }
}

const PROGRESS = `
  select count(*) filter (where a.lease_until > now()
                             or (a.sync_requested_at is not null and a.next_sync_at <= now()))::int as open,
         count(*) filter (where a.transactions_synced_at >= $4)::int as synced
    from ingestion_sync.financial_accounts a where ${CHOSEN}`;
