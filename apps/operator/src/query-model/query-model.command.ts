import { CommandLine } from '../command-line';
import { cancelRebuild, checksumQueryModel, readRebuild, rebuildQueryModel } from './rebuild';

/** `tributary query-model …`: the state and the rebuilds of the query model. */
export function queryModelCommands({ program, out, withDesk }: CommandLine): void {
  const model = program.command('query-model').description('what REST reads');
  model
    .command('rebuild')
    .description('build a second query model from the other services’ data, then swap the two')
    .option('--no-wait', 'only begin')
    .action(({ wait }: { wait: boolean }) => withDesk((desk) => rebuildQueryModel(desk, { say: out, wait })));
  model
    .command('status')
    .description('progress of the last rebuild, by service')
    .action(() =>
      withDesk(async ({ pool }) => {
        const rebuild = await readRebuild(pool);
        out(rebuild ? JSON.stringify(rebuild) : 'there was no rebuild');
      }),
    );
  model
    .command('cancel')
    .description('end the current rebuild; the current model stays')
    .action(() => withDesk(async (desk) => out(await cancelRebuild(desk))));
  model
    .command('checksum')
    .description('rows and checksum of each table, in one snapshot; reads all of it')
    .action(() =>
      withDesk(async (desk) => {
        for (const line of await checksumQueryModel(desk)) out(JSON.stringify(line));
      }),
    );
}
