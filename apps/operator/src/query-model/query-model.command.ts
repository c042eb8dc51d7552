import { CommandLine } from '../command-line';
import { cancelRebuild, checksumQueryModel, readRebuild, rebuildQueryModel } from './rebuild';

/** `tributary query-model …`: the state and the rebuilds of the query model. */
export function queryModelCommands({ program, out, withContext }: CommandLine): void {
  const model = program.command('query-model').description('what REST reads');
  model
    .command('rebuild')
    .description('build a second query model from the other services’ data, then swap the two')
    .option('--no-wait', 'begin the rebuild, and do not wait for its end')
    .action(({ wait }: { wait: boolean }) =>
      withContext((context) => rebuildQueryModel(context, { say: out, wait })),
    );
  model
    .command('status')
    .description('progress of the last rebuild, by service')
    .action(() =>
      withContext(async ({ pool }) => {
        const rebuild = await readRebuild(pool);
        out(rebuild ? JSON.stringify(rebuild) : 'there was no rebuild');
      }),
    );
  model
    .command('cancel')
    .description('end the current rebuild; the current model stays')
    .action(() => withContext(async (context) => out(await cancelRebuild(context))));
  model
    .command('checksum')
    .description('rows and checksum of each table, in one snapshot; reads every row')
    .action(() =>
      withContext(async (context) => {
        for (const line of await checksumQueryModel(context)) out(JSON.stringify(line));
      }),
    );
}
