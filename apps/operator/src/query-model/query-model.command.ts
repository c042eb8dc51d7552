import { CommandLine } from '../command-line';
import { cancelRebuild, checksumQueryModel, readRebuild, rebuildQueryModel } from './rebuild';

/** `tributary query-model …`: state and rebuilds of the query model. */
export function queryModelCommands({ program, out, withDesk }: CommandLine): void {
  const model = program.command('query-model').description('what REST reads');
  model
    .command('rebuild')
    .description('fill it again from its owners, beside the present one, and swap; waits for the end')
    .option('--no-wait', 'only begin')
    .action(({ wait }: { wait: boolean }) => withDesk((desk) => rebuildQueryModel(desk, { say: out, wait })));
  model
    .command('status')
    .description('how far the last rebuild is, owner by owner')
    .action(() =>
      withDesk(async ({ pool }) => {
        const rebuild = await readRebuild(pool);
        out(rebuild ? JSON.stringify(rebuild) : 'there was no rebuild');
      }),
    );
  model
    .command('cancel')
    .description('end the rebuild under way; the present model stays')
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
