import { dataOf } from '@tributary/client';
import { CommandLine } from '../command-line';

export function statusCommand({ program, out, administer }: CommandLine): void {
  program
    .command('status')
    .description('health, outbox, dead letters and consumer groups of each service, a JSON line each')
    .action(() =>
      administer(async ({ api }) => {
        const { data } = await dataOf(api.GET('/admin/services'));
        for (const service of data) out(JSON.stringify(service));
      }),
    );
}
