import { Option } from 'commander';
import { CommandLine, CommandContext } from '../command-line';
import { eraseCommand } from './erase.command';
import { requestSecret } from './request-secret';
import { readUsers, userNamed } from './users';

const PLANS = ['FREE', 'PLUS', 'PRO'];
const ROLES = ['USER', 'ADMIN'];
const WHO = 'id or e-mail address';

export function userCommands(line: CommandLine): void {
  const users = line.program.command('users').description('who has an account here');
  reading(line, users);
  letting(line, users);
  beginning(line, users);
  eraseCommand(line, users);
  users
    .command('set-plan')
    .description('change the plan of a user')
    .argument('<user>', WHO)
    .addOption(planOption().makeOptionMandatory())
    .action((user: string, { plan }: { plan: string }) =>
      line.withContext(async ({ pool, request }) => {
        const parameters = { userId: await userNamed(pool, user), plan };
        line.out(await request({ service: 'api-gateway', kind: 'set-plan', parameters }));
      }),
    );
  users
    .command('set-role')
    .description('make a user an administrator, or take the role; also while nobody is an administrator')
    .argument('<user>', WHO)
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .action((user: string, { role }: { role: string }) =>
      line.withContext(async ({ pool, request }) => {
        const parameters = { userId: await userNamed(pool, user), role };
        line.out(await request({ service: 'api-gateway', kind: 'set-role', parameters }));
      }),
    );
  for (const [verb, kind, description] of ACTS) {
    users
      .command(verb)
      .description(description)
      .argument('<user>', WHO)
      .action((user: string) =>
        line.withContext(async ({ pool, request }) => {
          const parameters = { userId: await userNamed(pool, user) };
          line.out(await request({ service: 'api-gateway', kind, parameters }));
        }),
      );
  }
}

type Group = CommandLine['program'];

const ACTS = [
  [
    'disable',
    'disable-user',
    'stop sign-in, tokens, apps and feeds of the user; syncs, transfers and webhooks continue',
  ],
  ['enable', 'enable-user', 'end what disable began'],
] as const;

function reading({ out, withContext }: CommandLine, users: Group): void {
  users
    .command('list')
    .description('who has an account, without e-mail addresses and names')
    .option('--names', 'with e-mail addresses and names', false)
    .action(({ names: withNames }: { names: boolean }) =>
      withContext(async ({ pool }) => {
        const lines = await readUsers(pool, { withNames });
        for (const user of lines) out(JSON.stringify(user));
        if (lines.length === 0) out('no users');
      }),
    );
  users
    .command('show')
    .description('one user, without e-mail address and name')
    .argument('<user>', WHO)
    .option('--names', 'with e-mail address and name', false)
    .action((user: string, { names: withNames }: { names: boolean }) =>
      withContext(async ({ pool }) => {
        const [found] = await readUsers(pool, { id: await userNamed(pool, user), withNames });
        out(JSON.stringify(found));
      }),
    );
}

function letting({ out, withContext }: CommandLine, users: Group): void {
  users
    .command('create')
    .description('make an account, with a password that is shown once')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .addOption(planOption().default('FREE'))
    .action((wanted: { email: string; name: string; plan: string }) =>
      withContext(async (context) => {
        const { user, password } = await askForPassword(context, 'create-user', wanted);
        out(`user ${user}`);
        out(`password, shown this once: ${password}`);
      }),
    );
  users
    .command('reset-password')
    .description('set a new password, shown once; ends the sessions in all browsers')
    .argument('<user>', WHO)
    .option('--end-tokens', 'revokes all tokens of the user, too', false)
    .option('--end-grants', 'ends what the user granted apps, too', false)
    .action((user: string, { endTokens, endGrants }: { endTokens: boolean; endGrants: boolean }) =>
      withContext(async (context) => {
        const ends = [...(endTokens ? ['tokens'] : []), ...(endGrants ? ['grants'] : [])];
        const parameters = { userId: await userNamed(context.pool, user), ends };
        const { password, ...ended } = await askForPassword(context, 'reset-password', parameters);
        out(`${ended.sessions} sessions ended`);
        if (endTokens) out(`${ended.tokens} tokens revoked`);
        if (endGrants) out(`${ended.grants} grants ended`);
        out(`password, shown this once: ${password}`);
      }),
    );
}

interface FirstRun {
  readonly public_url: string | null;
}

function beginning({ out, withContext }: CommandLine, users: Group): void {
  users
    .command('first-run-code')
    .description('the code for /first-run, where the first administrator is made; shown once, for 24 hours')
    .action(() =>
      withContext(async (context) => {
        const made = await requestSecret<FirstRun, 'code'>(context, {
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
}

interface WithPassword {
  readonly user?: number;
  readonly sessions?: number;
  readonly tokens?: number;
  readonly grants?: number;
  readonly password: string;
}

function askForPassword(context: CommandContext, kind: string, parameters: object): Promise<WithPassword> {
  return requestSecret(context, { kind, parameters, secret: 'password', otherwise: 'reset it' });
}

function planOption(): Option {
  return new Option('--plan <plan>').choices(PLANS);
}
