import { ApiError, dataOf, pagesOf, TributaryClient } from '@tributary/client';
import { ServiceName, SERVICES } from '@tributary/contracts';
import { Administration, rowsOf } from '../administration/administration';
import { CommandLine, idOf, printRows } from '../command-line';
import { serviceNamed } from '../operator.config';
import { RequestFailed } from '../requests/request-service';

export function deadLetterCommands(line: CommandLine): void {
  const { program, out, administer } = line;
  const letters = program.command('dead-letters').description('messages that consumers could not process');
  letters
    .command('list')
    .description('messages that consumers could not process, without their content')
    .argument('[service]', 'of one service only', serviceNamed)
    .action((service?: ServiceName) =>
      administer(async ({ api }) => {
        const lists = await Promise.all((service ? [service] : SERVICES).map((name) => listOf(api, name)));
        printRows(out, lists.flat(), 'no dead letters');
      }),
    );
  letters
    .command('show')
    .description('one dead letter with its content, in which personal data is masked')
    .argument('<service>', undefined, serviceNamed)
    .argument('<id>', undefined, idOf)
    .action((service: ServiceName, id: number) =>
      administer(async ({ api }) => {
        const params = { path: { service, deadLetterId: String(id) } };
        const { data } = await waiting(service, id, () =>
          dataOf(api.GET('/admin/services/{service}/dead-letters/{deadLetterId}', { params })),
        );
        out(JSON.stringify(data, null, 2));
      }),
    );
  changing(line, letters);
}

/** Commands that process dead letters again, or delete them. */
function changing(line: CommandLine, letters: CommandLine['program']): void {
  const { out, administer } = line;
  letters
    .command('replay')
    .description(
      'make the running service process them again; one that fails again stays, with the new reason',
    )
    .argument('<service>', undefined, serviceNamed)
    .argument(
      '[ids...]',
      'all that wait where none is given',
      (word, ids: number[]) => [...ids, idOf(word)],
      [],
    )
    .action((service: ServiceName, ids: number[]) =>
      administer(async (administration) => {
        const reply = await replay(administration, service, ids);
        out(reply ?? 'no dead letters');
        if (reply !== null && !reply.endsWith(', 0 failed again')) line.notWell();
      }),
    );
  letters
    .command('drop')
    .description('delete one for good')
    .argument('<service>', undefined, serviceNamed)
    .argument('<id>', undefined, idOf)
    .action((service: ServiceName, id: number) =>
      administer(async ({ api }) => {
        const options = { params: { path: { service } }, body: { ids: [id] } };
        await waiting(service, id, () =>
          dataOf(api.POST('/admin/services/{service}/dead-letters/drop', options)),
        );
        out(`dropped ${id}`);
      }),
    );
}

function listOf(api: TributaryClient, service: ServiceName): Promise<object[]> {
  const path = { service };
  return rowsOf(
    pagesOf((query) => api.GET('/admin/services/{service}/dead-letters', { params: { path, query } })),
  );
}

/** @returns the result; null if there are none */
async function replay(
  administration: Administration,
  service: ServiceName,
  ids: number[],
): Promise<string | null> {
  const options = {
    params: { path: { service } },
    body: ids.length === 0 ? { all: true as const } : { ids },
  };
  const { data } = await waiting(service, ids.join(', '), () =>
    dataOf(administration.api.POST('/admin/services/{service}/dead-letters/replay', options)),
  );
  return data.request === null ? null : administration.outcomeOf(service, data.request.id);
}

/** @throws RequestFailed if the dead letter does not exist, or does not wait any more */
async function waiting<T>(service: ServiceName, id: number | string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
    throw new RequestFailed(`${service} has no dead letter ${id} that waits`, { cause });
  }
}
