import { ServiceName, SERVICES } from '@tributary/contracts';
import { latestRequests } from '@tributary/service';
import { Pool } from 'pg';
import { CommandLine, numberUpTo } from '../command-line';
import { schemaOf, serviceNamed } from '../operator.config';

interface LogLine {
  readonly requested_at: Date;
  readonly requested_by: string | null;
  readonly kind: string;
  readonly parameters: object;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly error: string | null;
}

export function logCommand({ program, out, withContext }: CommandLine): void {
  program
    .command('log')
    .description('operators’ requests to the services, newest last')
    .argument('[service]', 'of one service only')
    .option('--last <n>', 'so many of each service', numberUpTo(10_000), 20)
    .action((service: string | undefined, { last }: { last: number }) =>
      withContext(async ({ pool }) => {
        const services = service === undefined ? SERVICES : [serviceNamed(service)];
        const lines = (await Promise.all(services.map((name) => readLog(pool, name, last)))).flat();
        lines.sort((a, b) => a.requested_at.getTime() - b.requested_at.getTime());
        for (const line of lines) out(JSON.stringify(line));
        if (lines.length === 0) out('there were no requests');
      }),
    );
}

async function readLog(
  pool: Pool,
  service: ServiceName,
  last: number,
): Promise<(LogLine & { service: ServiceName })[]> {
  const { rows } = await pool.query<LogLine>(latestRequests(schemaOf(service)), [last]);
  return rows.map((row) => ({ service, ...row, outcome: withoutPassword(row.outcome) }));
}

/** Removes the encrypted password: its key no longer exists, so it cannot be shown. */
function withoutPassword(outcome: string | null): string | null {
  return outcome && outcome.replace(/,"password":"[^"]*"/, '');
}
