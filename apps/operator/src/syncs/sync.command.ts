import { Command } from 'commander';
import { CommandLine, dayOf, idOf, idsOf } from '../command-line';
import { RequestFailed } from '../requests/request-service';

/** The options of a command line that choose accounts. */
interface Choice {
  readonly connection?: number;
  readonly user?: number;
  readonly wait: boolean;
}

interface WantedSync extends Choice {
  readonly from?: string;
  readonly dryRun: boolean;
}

/** Reply of ingestion-sync to a request for syncs. */
interface Scheduled {
  readonly scheduled: number;
  readonly waiting: number;
  readonly next_allowed_at: string | null;
  readonly reopened: number;
  readonly refused: readonly { readonly account: number; readonly reason: string }[];
}

/** The commands that do work of ingestion-sync again: `sync` and `reprocess`. */
export function syncCommands({ program, out, notWell, administer }: CommandLine): void {
  const sync = program
    .command('sync')
    .description('sync accounts now, within their daily allowance; says which wait until when');
  choosing(sync)
    .option('--from <day>', 'load history from this day on, where less was wanted until now', dayOf)
    .option('--dry-run', 'only show the result that it would have', false)
    .option('--no-wait', 'do not wait for the end')
    .action((accountIds: number[], wanted: WantedSync) =>
      administer(async (administration) => {
        const { from, dryRun, wait } = wanted;
        const choice = accountChoice(accountIds, wanted);
        const parameters = { ...choice, dryRun, ...(from === undefined ? {} : { from }) };
        const started = await administration.request('ingestion-sync', 'sync-accounts', parameters);
        const reply = JSON.parse(started.outcome) as Scheduled;
        for (const line of linesOf(reply, wanted)) out(line);
        if (!dryRun && wait) await administration.follow(started);
        if (reply.scheduled + reply.waiting === 0) notWell();
      }),
    );
  const reprocess = program
    .command('reprocess')
    .description(
      'map stored provider rows again without calling the provider, and publish the transactions that changed',
    );
  choosing(reprocess)
    .option('--all', 'all accounts there are', false)
    .option('--no-wait', 'do not wait for the end')
    .action((accountIds: number[], wanted: Choice & { readonly all: boolean }) =>
      administer(async (administration) => {
        const parameters = accountChoice(accountIds, wanted, wanted.all);
        const started = await administration.request('ingestion-sync', 'reprocess', parameters);
        const { transactions, accounts } = JSON.parse(started.outcome) as Record<string, number>;
        out(`${transactions} transactions of ${accounts} accounts are read again`);
        if (wanted.wait && !(await administration.follow(started))) notWell();
      }),
    );
}

function choosing(command: Command): Command {
  return command
    .argument('[accounts...]', 'ids', idsOf, [])
    .option('--connection <id>', 'all accounts of a connection', idOf)
    .option('--user <id>', 'all accounts of a user', idOf);
}

/** The chosen accounts in the form of ingestion-sync. @throws RequestFailed unless exactly one option is given */
function accountChoice(accountIds: readonly number[], { connection, user }: Choice, all = false): object {
  const given = [accountIds.length > 0, connection !== undefined, user !== undefined, all];
  if (given.filter(Boolean).length !== 1) {
    throw new RequestFailed('say which accounts: their ids, or one of the options --connection and --user');
  }
  if (accountIds.length > 0) return { accountIds };
  if (connection !== undefined) return { connectionId: connection };
  return user === undefined ? {} : { userId: user };
}

function linesOf(reply: Scheduled, { dryRun, from }: WantedSync): string[] {
  const { scheduled, waiting, next_allowed_at: next, reopened, refused } = reply;
  return [
    ...refused.map(({ account, reason }) => `account ${account}: ${reason}`),
    `${scheduled} accounts ${dryRun ? 'would be' : 'are'} synced now`,
    ...(next === null
      ? []
      : [`${waiting} wait for their daily allowance, and are synced by themselves, the first at ${next}`]),
    ...(from === undefined ? [] : [`${reopened} load more history, from ${from} on`]),
  ];
}
