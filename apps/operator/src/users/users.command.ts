import { dataOf, components, pagesOf } from '@tributary/client';
import { Option } from 'commander';
import { rowsOf } from '../administration/administration';
import { CommandLine, printRows } from '../command-line';
import { requestSecret } from '../requests/request-secret';
import { eraseCommand } from './erase.command';

type User = components['schemas']['AdministeredUser'];

const PLANS = ['FREE', 'PLUS', 'PRO'] as const;
const ROLES = ['USER', 'ADMIN'] as const;
const WHO = 'id or e-mail address';

type Group = CommandLine['program'];
type Plan = (typeof PLANS)[number];

export function userCommands(line: CommandLine): void {
  const users = line.program.command('users').description('who has an account here');
  reading(line, users);
  creating(line, users);
  withoutAdministrator(line, users);
  eraseCommand(line, users);
  changing(line, users);
}

function reading({ out, administer }: CommandLine, users: Group): void {
  users
    .command('list')
    .description('who has an account, without e-mail addresses and names')
    .option('--names', 'with e-mail addresses and names', false)
    .action(({ names: withNames }: { names: boolean }) =>
      administer(async ({ api }) => {
        const found = await rowsOf(pagesOf((query) => api.GET('/admin/users', { params: { query } })));
        const rows = found.map((user) => shown(user, withNames));
        printRows(out, rows, 'no users');
      }),
    );
  users
    .command('show')
    .description('one user, without e-mail address and name')
    .argument('<user>', WHO)
    .option('--names', 'with e-mail address and name', false)
    .action((user: string, { names: withNames }: { names: boolean }) =>
      administer(async (administration) => {
        const params = { path: { userId: String(await administration.userNamed(user)) } };
        const { data } = await dataOf(administration.api.GET('/admin/users/{userId}', { params }));
        out(JSON.stringify(shown(data, withNames)));
      }),
    );
}

function shown({ name, email, ...user }: User, withNames: boolean): object {
  return withNames ? { ...user, email, name } : user;
}

function creating({ out, administer }: CommandLine, users: Group): void {
  users
    .command('create')
    .description('make an account, with a password that is shown once')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .addOption(planOption().default('FREE'))
    .action((body: { email: string; name: string; plan: Plan }) =>
      administer(async ({ api }) => {
        const { data } = await dataOf(api.POST('/admin/users', { body }));
        out(`user ${data.user_id}`);
        out(`password, shown this once: ${data.password}`);
      }),
    );
}

/** Commands that also work while nobody is an administrator, or no administrator can sign in. */
function withoutAdministrator({ out, atDesk }: CommandLine, users: Group): void {
  users
    .command('reset-password')
    .description('set a new password, shown once; ends the sessions in all browsers')
    .argument('<user>', WHO)
    .option('--end-tokens', 'revokes all tokens of the user, too', false)
    .option('--end-grants', 'ends what the user granted apps, too', false)
    .action((user: string, { endTokens, endGrants }: { endTokens: boolean; endGrants: boolean }) =>
      atDesk(async (request) => {
        const ends = [...(endTokens ? ['tokens'] : []), ...(endGrants ? ['grants'] : [])];
        const { password, ...ended } = await requestSecret<Record<string, number>, 'password'>(request, {
          kind: 'reset-password',
          parameters: { user, ends },
          secret: 'password',
          otherwise: 'reset it',
        });
        out(`${ended['sessions']} sessions ended`);
        if (endTokens) out(`${ended['tokens']} tokens revoked`);
        if (endGrants) out(`${ended['grants']} grants ended`);
        out(`password, shown this once: ${password}`);
      }),
    );
  users
    .command('first-run-code')
    .description('the code for /first-run, where the first administrator is made; shown once, for 24 hours')
    .action(() =>
      atDesk(async (request) => {
        const made = await requestSecret<{ readonly public_url: string | null }, 'code'>(request, {
          kind: 'create-first-run-code',
          parameters: {},
          secret: 'code',
          otherwise: 'make another',
        });
        out(`code, shown this once: ${made.code}`);
        out(`enter it at ${made.public_url ?? ''}/first-run`);
        if (made.public_url === null) out('(below the address of the API: PUBLIC_URL is not set)');
      }),
    );
  users
    .command('set-role')
    .description('make a user an administrator, or take the role; also while nobody is an administrator')
    .argument('<user>', WHO)
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .action((user: string, { role }: { role: (typeof ROLES)[number] }) =>
      atDesk(async (request) => out(await request('set-role', { user, role }))),
    );
}

function changing(line: CommandLine, users: Group): void {
  users
    .command('set-plan')
    .description('change the plan of a user')
    .argument('<user>', WHO)
    .addOption(planOption().makeOptionMandatory())
    .action((user: string, { plan }: { plan: Plan }) =>
      change(line, user, { plan }, (id) => `user ${id} is on plan ${plan}`),
    );
  users
    .command('disable')
    .description('stop sign-in, tokens, apps and feeds of the user; syncs, transfers and webhooks continue')
    .argument('<user>', WHO)
    .action((user: string) => change(line, user, { disabled: true }, (id) => `user ${id} is disabled`));
  users
    .command('enable')
    .description('end what disable began')
    .argument('<user>', WHO)
    .action((user: string) => change(line, user, { disabled: false }, (id) => `user ${id} is enabled`));
}

function change(
  { out, administer }: CommandLine,
  user: string,
  body: { readonly plan?: Plan; readonly disabled?: boolean },
  result: (id: number) => string,
): Promise<void> {
  return administer(async (administration) => {
    const id = await administration.userNamed(user);
    const params = { path: { userId: String(id) } };
    await dataOf(administration.api.PUT('/admin/users/{userId}', { params, body }));
    out(result(id));
  });
}

function planOption(): Option {
  return new Option('--plan <plan>').choices(PLANS);
}
