import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { CommandLine, idOf, idsOf } from '../command-line';
import { accountChoice, WordsOfChoice } from './account-choice';

interface Wanted extends WordsOfChoice {
  readonly all: boolean;
  readonly wait: boolean;
}

interface Outcome {
  readonly ids: readonly number[];
  readonly transactions: number;
  readonly accounts: number;
}

interface Progress {
  readonly id: number;
  readonly status: string;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly unreadable: number;
  readonly error: string | null;
}

const LOOK_EVERY_MS = 500;

export function reprocessCommand({ program, out, notWell, withContext }: CommandLine): void {
  program
    .command('reprocess')
    .description(
      'map stored provider rows again without calling the provider, and publish the transactions that changed',
    )
    .argument('[accounts...]', 'ids', idsOf, [])
    .option('--connection <id>', 'all accounts of a connection', idOf)
    .option('--user <id>', 'all accounts of a user', idOf)
    .option('--all', 'all accounts there are', false)
    .option('--no-wait', 'do not wait for the end')
    .action((accountIds: number[], wanted: Wanted) =>
      withContext(async ({ pool, request }) => {
        const parameters = accountChoice(accountIds, wanted, wanted.all);
        const reply = await request({ service: 'ingestion-sync', kind: 'reprocess', parameters });
        const { ids, transactions, accounts } = JSON.parse(reply) as Outcome;
        out(`${transactions} transactions of ${accounts} accounts are read again`);
        if (wanted.wait && !(await follow(pool, ids, out))) notWell();
      }),
    );
}

/**
 * Shows each step until all jobs have ended.
 * @returns whether they succeeded
 */
async function follow(pool: Pool, ids: readonly number[], say: (line: string) => void): Promise<boolean> {
  const shown = new Map<number, string>();
  for (;;) {
    const { rows: jobs } = await pool.query<Progress>(PROGRESS, [ids]);
    for (const job of jobs) {
      const line = lineOf(job);
      if (shown.get(job.id) !== line) say(line);
      shown.set(job.id, line);
    }
    if (jobs.every(({ status }) => status === 'DONE' || status === 'FAILED')) {
      return jobs.every(({ status }) => status === 'DONE');
    }
    await pause(LOOK_EVERY_MS);
  }
}

const PROGRESS = `
  select id, status, transactions_total as total, transactions_done as done, transactions_changed as changed,
         transactions_unreadable as unreadable, error
    from ingestion_sync.reprocessings where id = any($1::bigint[]) order by id`;

function lineOf({ id, status, total, done, changed, unreadable, error }: Progress): string {
  if (status === 'PENDING') return `reprocessing ${id}: waits for ingestion-sync to take it up`;
  const counts = `${done} of ${total} read, ${changed} changed, ${unreadable} unreadable`;
  const end = status === 'RUNNING' ? '' : `, ${status}${error === null ? '' : ` (${error})`}`;
  return `reprocessing ${id}: ${counts}${end}`;
}
