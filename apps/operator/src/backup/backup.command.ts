import { programVariables } from '@tributary/persistence';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandLine, numberUpTo } from '../command-line';
import { RequestFailed } from '../requests/request-service';
import { prepareRestored } from './after-restore';
import { makeBackupPoint } from './backup-point';

const NAME = /^[\w.:-]{1,63}$/;

export function backupCommands({ program, out, withDatabase }: CommandLine): void {
  program
    .command('backup-point')
    .description('make a point to restore to, and optionally a dump of it')
    .argument(
      '[command...]',
      'after --: a command to run on the snapshot of the point; {snapshot} becomes its id',
    )
    .option('--name <name>', 'as recovery_target_name will have it; else the time')
    .option('--catch-up-seconds <n>', 'gives up when consumers take longer', numberUpTo(3600), 60)
    .action((command: string[], { name, catchUpSeconds }: { name?: string; catchUpSeconds: number }) =>
      withDatabase(async (pool, config) => {
        const point = await makeBackupPoint(pool, config, {
          name: checkedName(name ?? `tributary-${new Date().toISOString()}`),
          catchUpWithinMs: catchUpSeconds * 1000,
          ...(command.length === 0
            ? {}
            : { onSnapshot: (snapshot: string) => runOn(snapshot, command, config.adminUrl) }),
        });
        out(JSON.stringify(point));
      }),
    );
  program
    .command('after-restore')
    .description('prepare a restored database for the start of the services')
    .option('--ids-ahead <n>', 'more than were given out since the backup', numberUpTo(1e12), 1_000_000)
    .action(({ idsAhead }: { idsAhead: number }) =>
      withDatabase(async (pool) => {
        const sequences = await prepareRestored(pool, idsAhead);
        out(`${sequences} sequences skipped ${idsAhead} ids; now start the services on new topics`);
      }),
    );
}

function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RequestFailed('a name has up to 63 letters, digits, points, colons, underscores and dashes');
}

/**
 * Runs a program on the snapshot. It gets the database's URL as an environment variable, so that its password is not on
 * the command line.
 */
async function runOn(snapshot: string, [program = '', ...words]: string[], adminUrl: string): Promise<void> {
  const child = spawn(
    program,
    words.map((word) => word.replaceAll('{snapshot}', snapshot)),
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...programVariables(adminUrl) } },
  );
  const [code] = (await once(child, 'exit').catch((cause: unknown) => {
    throw new RequestFailed(`${program} could not be run`, { cause });
  })) as [number | null];
  if (code !== 0) throw new RequestFailed(`${program} ended with ${code ?? 'a signal'}`);
}
