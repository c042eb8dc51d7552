import { pagesOf, TributaryClient } from '@tributary/client';
import { ServiceName, SERVICES } from '@tributary/contracts';
import { rowsOf } from './administration';
import { CommandLine, numberUpTo, printRows } from '../command-line';
import { serviceNamed } from '../operator.config';

interface LogLine {
  readonly requested_at: string;
}

export function logCommand({ program, out, administer }: CommandLine): void {
  program
    .command('log')
    .description('requests to the services and acts of administrators, newest last')
    .argument('[service]', 'of one service only', serviceNamed)
    .option('--last <n>', 'so many of each service, and so many acts', numberUpTo(10_000), 20)
    .action((service: ServiceName | undefined, { last }: { last: number }) =>
      administer(async ({ api }) => {
        const requests = (service ? [service] : SERVICES).map((name) => readRequests(api, name, last));
        const hasActs = service === undefined || service === 'api-gateway';
        const lists = await Promise.all([...requests, ...(hasActs ? [readActs(api, last)] : [])]);
        const lines = lists.flat().sort((a, b) => a.requested_at.localeCompare(b.requested_at));
        printRows(out, lines, 'there were no requests');
      }),
    );
}

async function readRequests(api: TributaryClient, service: ServiceName, last: number): Promise<LogLine[]> {
  const params = { path: { service } };
  const pages = pagesOf((query) =>
    api.GET('/admin/services/{service}/requests', { params: { ...params, query } }),
  );
  return rowsOf(withoutLoans(pages), last);
}

/** Leaves out the loans of tokens to commands: each is in the administrator's security events. */
async function* withoutLoans<Row extends { readonly kind: string }>(
  pages: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.filter(({ kind }) => kind !== 'lend-token');
}

/** Acts of administrators over REST, in the form of requests. */
async function readActs(api: TributaryClient, last: number): Promise<LogLine[]> {
  const acts = await rowsOf(
    pagesOf((query) => api.GET('/admin/audit', { params: { query } })),
    last,
  );
  return acts.map(({ created_at, administrator_id, act, subject, result }) => ({
    service: 'api-gateway',
    requested_at: created_at,
    requested_by: `administrator ${administrator_id}`,
    kind: act,
    parameters: { subject },
    ended_at: created_at,
    outcome: result,
    error: null,
  }));
}
