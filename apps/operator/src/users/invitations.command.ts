import { ApiError, dataOf, pagesOf } from '@tributary/client';
import { rowsOf } from '../administration/administration';
import { CommandLine, idOf, numberUpTo, printRows } from '../command-line';
import { RequestFailed } from '../requests/request-service';

const DAYS = 7;
const DAYS_MAX = 90;

/** The commands for invitations to sign up, for installations without open sign-up. */
export function invitationCommands(line: CommandLine): void {
  const { program, out, administer } = line;
  const invitations = program.command('invitations').description('links that create one account each');
  invitations
    .command('create')
    .description('make a link that creates one account; it is shown once')
    .option('--email <address>', 'only this address can use it')
    .option('--days <days>', 'so long it can be used', numberUpTo(DAYS_MAX), DAYS)
    .action((body: { email?: string; days: number }) =>
      administer(async ({ api }) => {
        const { data } = await dataOf(api.POST('/admin/invitations', { body }));
        out(`invitation ${data.id}, until ${data.expires_at}`);
        out(`link, shown this once: ${data.url}`);
      }),
    );
  listing(line, invitations);
  invitations
    .command('withdraw')
    .description('withdraw an invitation')
    .argument('<id>', undefined, idOf)
    .action((id: number) =>
      administer(async ({ api }) => {
        const params = { path: { invitationId: String(id) } };
        await dataOf(api.DELETE('/admin/invitations/{invitationId}', { params })).catch((cause: unknown) => {
          if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
          throw new RequestFailed(`there is no invitation ${id} that can still be used`, { cause });
        });
        out(`invitation ${id} is withdrawn`);
      }),
    );
}

function listing({ out, administer }: CommandLine, invitations: CommandLine['program']): void {
  invitations
    .command('list')
    .description('list valid invitations, and who used one')
    .option('--names', 'with the e-mail addresses that they are for', false)
    .action(({ names: withNames }: { names: boolean }) =>
      administer(async ({ api }) => {
        const used = await rowsOf(
          pagesOf((query) => api.GET('/admin/invitations/used', { params: { query } })),
        );
        const open = await rowsOf(pagesOf((query) => api.GET('/admin/invitations', { params: { query } })));
        const rows = [
          ...used.map(({ invitation_id, user_id, used_at }) => ({
            id: invitation_id,
            user: user_id,
            used_at,
          })),
          ...open.map(({ email, ...one }) => ({
            ...one,
            for_one_address: email !== null,
            ...(withNames ? { email } : {}),
          })),
        ];
        printRows(out, rows, 'no invitations');
      }),
    );
}
