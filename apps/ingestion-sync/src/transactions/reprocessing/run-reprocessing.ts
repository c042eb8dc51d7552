import { MessagingTables1763600000000 } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { Environment, EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MIGRATIONS } from '../../migrations/migrations';
import { beginReprocessing } from './reprocessings';

const USAGE = 'usage: reprocess (--all | --connection <id> | --accounts <id>,<id>…) [--no-wait]';
const POLL_MS = 500;

interface Asked {
  readonly connectionId: number | null;
  readonly accountIds: readonly number[] | null;
  readonly waits: boolean;
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

/**
 * The command: leaves a job for each user whose accounts are chosen, which the running service works off, and tells how
 * far they are until all have ended. Ends the process with 1 where one fails, or nothing was chosen that there is.
 */
export async function runReprocessing(
  args: readonly string[],
  environment: Environment = process.env,
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<void> {
  try {
    const asked = readAsked(args);
    const env = new EnvironmentReader(environment);
    const { databaseUrl } = readPlatformConfig('ingestion-sync', env);
    env.check('reprocess');
    const database = await Database.open({
      url: databaseUrl,
      schema: 'ingestion_sync',
      poolSize: 2,
      migrations: [MessagingTables1763600000000, ...MIGRATIONS],
    });
    try {
      const ids = await begin(database, asked, say);
      if (asked.waits && !(await follow(database, ids, say))) process.exitCode = 1;
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`reprocess failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** @throws Error with the usage */
function readAsked(args: readonly string[]): Asked {
  const { values } = parseArgs({
    args: [...args],
    options: {
      all: { type: 'boolean', default: false },
      connection: { type: 'string' },
      accounts: { type: 'string' },
      'no-wait': { type: 'boolean', default: false },
    },
  });
  const chosen = [values.all, values.connection !== undefined, values.accounts !== undefined];
  if (chosen.filter(Boolean).length !== 1) throw new Error(USAGE);
  return {
    connectionId: values.connection === undefined ? null : idOf(values.connection),
    accountIds: values.accounts === undefined ? null : values.accounts.split(',').map(idOf),
    waits: !values['no-wait'],
  };
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text.trim())) return Number(text);
  throw new Error(`${text} is no id; ${USAGE}`);
}

/** A job for each user, whose accounts are locked as the service does. */
async function begin(database: Database, asked: Asked, say: (line: string) => void): Promise<number[]> {
  const users = await database.query<{ user_id: number }>(
    `select distinct user_id from financial_accounts where ${CHOSEN} order by 1`,
    [asked.connectionId, asked.accountIds],
  );
  if (users.length === 0) throw new Error('there is no such account');
  const ids: number[] = [];
  for (const { user_id } of users) {
    const { id, document } = await database.transaction(async (tx) => {
      const accounts = await tx.query<{ id: number }>(
        `select id from financial_accounts where ${CHOSEN} and user_id = $3 order by id for update`,
        [asked.connectionId, asked.accountIds, user_id],
      );
      return beginReprocessing(
        tx,
        user_id,
        accounts.map((account) => account.id),
      );
    });
    const { transactions_total, financial_account_ids } = document;
    say(`reprocessing ${id}: ${transactions_total} transactions of ${financial_account_ids.length} accounts`);
    ids.push(id);
  }
  return ids;
}

const CHOSEN = `($1::bigint is null or connection_id = $1) and ($2::bigint[] is null or id = any($2))`;

/** Tells of each step until all have ended. @returns whether they ended well */
async function follow(
  database: Database,
  ids: readonly number[],
  say: (line: string) => void,
): Promise<boolean> {
  const told = new Map<number, string>();
  for (;;) {
    const jobs = await database.query<Progress>(PROGRESS, [ids]);
    for (const job of jobs) {
      const line = lineOf(job);
      if (told.get(job.id) !== line) say(line);
      told.set(job.id, line);
    }
    if (jobs.every(({ status }) => status === 'DONE' || status === 'FAILED')) {
      return jobs.every(({ status }) => status === 'DONE');
    }
    await pause(POLL_MS);
  }
}

const PROGRESS = `
  select id, status, transactions_total as total, transactions_done as done, transactions_changed as changed,
         transactions_unreadable as unreadable, error
    from reprocessings where id = any($1::bigint[]) order by id`;

function lineOf({ id, status, total, done, changed, unreadable, error }: Progress): string {
  if (status === 'PENDING') return `reprocessing ${id}: waits for ingestion-sync to take it up`;
  const counts = `${done} of ${total} read, ${changed} changed, ${unreadable} unreadable`;
  const end = status === 'RUNNING' ? '' : `, ${status}${error === null ? '' : ` (${error})`}`;
  return `reprocessing ${id}: ${counts}${end}`;
}
