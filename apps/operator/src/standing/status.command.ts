import { CommandLine } from '../command-line';
import { readStandings } from './standing';

export function statusCommand({ program, out, withDesk }: CommandLine): void {
  program
    .command('status')
    .description('outbox, dead letters, consumers: service by service')
    .action(() =>
      withDesk(async ({ pool, config }) => {
        for (const standing of await readStandings(pool, config)) out(JSON.stringify(standing));
      }),
    );
}
