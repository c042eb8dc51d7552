import { setTimeout as pause } from 'node:timers/promises';
import { createTributaryClient, dataOf } from '@tributary/client';
import { SERVICES } from '@tributary/contracts';
import { patientFetch } from '../administration/patient-fetch';
import { CommandLine } from '../command-line';
import { readBaseUrl } from '../operator.config';
import { RequestFailed } from '../requests/request-service';

interface Wanted {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
}

/** Reply of the gateway: counts of rows that would be erased, or an erasure that has begun. */
interface Reply {
  readonly user: number;
  readonly erasure?: string;
  readonly managed_users: number;
}

const LOOK_EVERY_MS = 500;

/** `tributary users erase …`: requires `--yes`, because it cannot be undone. It works for the last person, too. */
export function eraseCommand(line: CommandLine, users: CommandLine['program']): void {
  const { out, atDesk } = line;
  users
    .command('erase')
    .description('delete a user and all their data in the five services for good, and show the progress')
    .argument('<user>', 'id or e-mail address')
    .option('--yes', 'without it nothing is erased', false)
    .option('--dry-run', 'only list what would be erased', false)
    .option('--no-wait', 'only begin')
    .action((user: string, { yes, dryRun, wait }: Wanted) =>
      atDesk(async (request) => {
        const baseUrl = wait && !dryRun ? readBaseUrl(line.environment) : null;
        const ask = async (isDry: boolean) =>
          JSON.parse(await request('erase-user', { user, dryRun: isDry })) as Reply;
        const before = await ask(true);
        out(
          before.erasure === undefined
            ? JSON.stringify(before)
            : `user ${before.user} is deleted, and the erasure has begun`,
        );
        if (dryRun) return;
        if (before.erasure === undefined && !yes) throw new RequestFailed(refusal(before));
        const { erasure = '' } = before.erasure === undefined ? await ask(false) : before;
        if (before.erasure === undefined)
          out(`user ${before.user} is deleted, and erasure ${erasure} has begun`);
        if (baseUrl !== null) await follow(baseUrl, before.user, erasure, out);
      }),
    );
}

function refusal({ user, managed_users: managed }: Reply): string {
  const whom = managed === 0 ? `user ${user}` : `user ${user} and ${managed} whom their apps manage`;
  return `nothing was erased: give --yes to erase ${whom} for good`;
}

/** Shows the progress until all five services have erased the user. Its route needs no token. */
async function follow(
  baseUrl: string,
  userId: number,
  erasureId: string,
  say: (line: string) => void,
): Promise<void> {
  const api = createTributaryClient({ baseUrl, fetch: patientFetch(baseUrl) });
  const params = { path: { erasureId } };
  for (let shown = ''; ; await pause(LOOK_EVERY_MS)) {
    const { data } = await dataOf(api.GET('/user-erasures/{erasureId}', { params }));
    const { services_erased: erased, services_total: total, rows_erased: rows, status } = data;
    const line = `${erased} of ${total} services have erased`;
    if (line !== shown) say((shown = line));
    if (status === 'ERASED')
      return say(`user ${userId} is erased: ${rows} rows in ${SERVICES.length} services`);
  }
}
