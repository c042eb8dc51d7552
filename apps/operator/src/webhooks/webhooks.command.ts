import { Option } from 'commander';
import { CommandLine, idOf, momentOf, numberUpTo } from '../command-line';

interface Wanted {
  readonly endpoint: number;
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
  readonly perSecond: number;
  readonly dryRun: boolean;
}

export function webhookCommands({ program, out, administer }: CommandLine): void {
  program
    .command('webhooks')
    .description('deliveries to endpoints')
    .command('replay')
    .description('send the deliveries of a window again, oldest first, each with its webhook-id')
    .requiredOption('--endpoint <id>', 'to which endpoint', idOf)
    .requiredOption('--from <time>', 'made since then: 2026-11-21T18:00:00Z, or a day', momentOf)
    .requiredOption('--to <time>', 'and until then', momentOf)
    .addOption(new Option('--failed-only', 'what failed or was discarded (as if neither is given)'))
    .addOption(new Option('--all', 'also delivered ones').default(false).conflicts('failedOnly'))
    .option('--per-second <n>', 'at most so many', numberUpTo(1000), 50)
    .option('--dry-run', 'only count them', false)
    .action((wanted: Wanted) =>
      administer(async (administration) => {
        const { endpoint, from, to, all, perSecond, dryRun } = wanted;
        const selection = { endpointId: endpoint, from, to, deliveredToo: all, perSecond };
        const start = (isDry: boolean) =>
          administration.request('webhook-dispatcher', 'replay-webhooks', { ...selection, dryRun: isDry });
        const { deliveries } = JSON.parse((await start(true)).outcome) as { deliveries: number };
        const which = all ? 'were made' : 'failed or were discarded';
        out(`${deliveries} deliveries to endpoint ${endpoint} ${which} from ${from} to ${to}`);
        if (dryRun || deliveries === 0) return;
        await administration.follow(await start(false));
        out(`all of them wait to be sent again, or have been`);
      }),
    );
}
