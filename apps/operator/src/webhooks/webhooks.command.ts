import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import { Pool } from 'pg';
import { cursorOfJob } from '@tributary/jobs';
import { CommandLine, idOf, momentOf, numberUpTo } from '../command-line';
import { schemaOf } from '../operator.config';

interface Wanted {
  readonly endpoint: number;
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
  readonly perSecond: number;
  readonly dryRun: boolean;
}

interface Outcome {
  readonly deliveries: number;
  readonly recovery: number | null;
}

const LOOK_EVERY_MS = 500;

export function webhookCommands({ program, out, withContext }: CommandLine): void {
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
      withContext(async ({ pool, request }) => {
        const { endpoint, from, to, all, perSecond, dryRun } = wanted;
        const selection = { endpointId: endpoint, from, to, deliveredToo: all, perSecond };
        const count = async (isDry: boolean) =>
          JSON.parse(
            await request({
              service: 'webhook-dispatcher',
              kind: 'replay-webhooks',
              parameters: { ...selection, dryRun: isDry },
            }),
          ) as Outcome;
        const { deliveries } = await count(true);
        const which = all ? 'were made' : 'failed or were discarded';
        out(`${deliveries} deliveries to endpoint ${endpoint} ${which} from ${from} to ${to}`);
        if (dryRun || deliveries === 0) return;
        const { recovery } = await count(false);
        if (recovery !== null) await follow(pool, recovery, deliveries, out);
        out(`all of them wait to be sent again, or have been`);
      }),
    );
}

/** Waits until the service has queued all deliveries again. */
async function follow(
  pool: Pool,
  recovery: number,
  deliveries: number,
  say: (line: string) => void,
): Promise<void> {
  for (let shown = 0; ;) {
    const { rows } = await pool.query<{ sent_again: number }>(
      `select coalesce((cursor -> 'sentAgain')::int, 0) as sent_again
         from (${cursorOfJob(schemaOf('webhook-dispatcher'))}) as job`,
      [recovery],
    );
    const [row] = rows;
    if (!row) return;
    if (row.sent_again > shown) say(`${(shown = row.sent_again)} of ${deliveries} again`);
    await pause(LOOK_EVERY_MS);
  }
}
