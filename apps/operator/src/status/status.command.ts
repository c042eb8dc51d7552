import { CommandLine } from '../command-line';
import { readStatus } from './service-status';

export function statusCommand({ program, out, withContext }: CommandLine): void {
  program
    .command('status')
    .description('outbox, dead letters and consumer groups of each service, a JSON line each')
    .action(() =>
      withContext(async ({ pool, config }) => {
        for (const status of await readStatus(pool, config)) out(JSON.stringify(status));
      }),
    );
}
