import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, components, dataOf, TributaryClient } from '@tributary/client';
import { CommandLine } from '../command-line';
import { RequestFailed } from '../requests/request-service';

type Rebuild = components['schemas']['QueryModelRebuild'];

const LOOK_EVERY_MS = 2000;
const REBUILD = '/admin/query-model/rebuild';

/** `tributary query-model …`: the state and the rebuilds of the query model. */
export function queryModelCommands({ program, out, administer }: CommandLine): void {
  const model = program.command('query-model').description('what REST reads');
  model
    .command('rebuild')
    .description('build a second query model from the other services’ data, then swap the two')
    .option('--no-wait', 'begin the rebuild, and do not wait for its end')
    .action(({ wait }: { wait: boolean }) =>
      administer(async ({ api }) => {
        const { data } = await dataOf(api.POST(REBUILD));
        if (wait) await follow(api, data.id, out);
        else out(`rebuild ${data.id} has begun`);
      }),
    );
  model
    .command('status')
    .description('progress of the last rebuild, by service')
    .action(() =>
      administer(async ({ api }) => {
        const { data } = await dataOf(api.GET(REBUILD));
        out(data ? JSON.stringify(data) : 'there was no rebuild');
      }),
    );
  model
    .command('cancel')
    .description('end the current rebuild; the current model stays')
    .action(() => administer(async ({ api }) => out(await cancel(api))));
  model
    .command('checksum')
    .description('rows and checksum of each table, in one snapshot; reads every row')
    .action(() =>
      administer(async (administration) => {
        const { outcome } = await administration.request('api-gateway', 'checksum-query-model', {});
        for (const line of JSON.parse(outcome) as object[]) out(JSON.stringify(line));
      }),
    );
}

async function cancel(api: TributaryClient): Promise<string> {
  try {
    await dataOf(api.DELETE(REBUILD));
    return 'cancelled: the query model stays as it is';
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return 'no rebuild is under way';
    throw error;
  }
}

/** Shows the progress of a rebuild until it ends. @throws RequestFailed if it fails */
async function follow(api: TributaryClient, id: string, say: (line: string) => void): Promise<void> {
  for (let shown = ''; ; await pause(LOOK_EVERY_MS)) {
    const { data: rebuild } = await dataOf(api.GET(REBUILD));
    if (rebuild?.id !== id) throw new RequestFailed(`another rebuild has begun after rebuild ${id}`);
    const line = progressOf(rebuild);
    if (line !== shown) say((shown = line));
    if (rebuild.state === 'DONE') return say(`rebuild ${id}: ${rebuild.outcome ?? 'done'}`);
    if (rebuild.state !== 'FILLING')
      throw new RequestFailed(`rebuild ${id}: ${rebuild.outcome ?? rebuild.state}`);
  }
}

function progressOf({ state, owners, dead_letters: deadLetters }: Rebuild): string {
  const replayed = owners.map(
    ({ service, rows_replayed, rows_total }) => `${service} ${rows_replayed} of ${rows_total ?? 'unknown'}`,
  );
  const isAllApplied = owners.every(({ messages, messages_applied }) => messages === messages_applied);
  const progress = state === 'FILLING' && isAllApplied ? 'completing and swapping' : replayed.join(', ');
  return deadLetters === 0
    ? progress
    : `${progress}; ${deadLetters} messages became dead letters: replay them (dead-letters replay api-gateway)`;
}
