import { CommandLine, Desk, idOf } from '../command-line';
import { readApps, readGrants, readTokens } from './accesses';
import { userNamed } from './users';

const WHO = 'id or e-mail address';

/** The accesses of programs: tokens, apps, and grants to apps. */
export function accessCommands(line: CommandLine): void {
  const { program, out, withDesk } = line;
  const tokens = program.command('tokens').description('personal access tokens');
  const grants = program.command('grants').description('what users granted apps');
  const apps = program.command('apps').description('OAuth apps');
  listing(line, tokens, 'no tokens', readTokens);
  listing(line, grants, 'no grants', readGrants);
  apps
    .command('list')
    .description('registered apps')
    .option('--user <user>', 'of one user only')
    .action(({ user }: { user?: string }) =>
      withDesk(async ({ pool }) => {
        const userId = user === undefined ? null : await userNamed(pool, user);
        print(out, await readApps(pool, userId), 'no apps');
      }),
    );
  ending(line, tokens, ['revoke', 'revoke-token', 'revoke a token']);
  ending(line, grants, ['revoke', 'revoke-grant', 'end a grant, and all tokens of it']);
  ending(line, apps, [
    'delete',
    'delete-app',
    'delete an app with all that it was granted, and the users that it manages',
  ]);
  tokens
    .command('revoke-all')
    .description('revoke all tokens of a user, and all that the user granted apps')
    .argument('<user>', WHO)
    .action((user: string) =>
      withDesk(async ({ pool, ask }) => {
        const parameters = { userId: await userNamed(pool, user) };
        out(await ask({ service: 'api-gateway', kind: 'revoke-accesses', parameters }));
      }),
    );
}

type Group = CommandLine['program'];

function listing(
  { out, withDesk }: CommandLine,
  group: Group,
  none: string,
  read: (pool: Desk['pool'], userId: number) => Promise<object[]>,
): void {
  group
    .command('list')
    .description(`${none.replace('no ', '')} of a user`)
    .argument('<user>', WHO)
    .action((user: string) =>
      withDesk(async ({ pool }) => print(out, await read(pool, await userNamed(pool, user)), none)),
    );
}

function ending(
  { out, withDesk }: CommandLine,
  group: Group,
  [verb, kind, description]: readonly [string, string, string],
): void {
  group
    .command(verb)
    .description(description)
    .argument('<id>', undefined, idOf)
    .action((id: number) =>
      withDesk(async ({ ask }) => out(await ask({ service: 'api-gateway', kind, parameters: { id } }))),
    );
}

function print(out: (line: string) => void, rows: readonly object[], none: string): void {
  for (const row of rows) out(JSON.stringify(row));
  if (rows.length === 0) out(none);
}
