import { Pool } from 'pg';
import { CommandLine, CommandContext, idOf } from '../command-line';
import { userNamed } from './users';

const WHO = 'id or e-mail address';

/** The commands for programs' access: tokens, apps, and grants to apps. */
export function accessCommands(line: CommandLine): void {
  const { program, out, withContext } = line;
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
      withContext(async ({ pool }) => {
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
      withContext(async ({ pool, request }) => {
        const parameters = { userId: await userNamed(pool, user) };
        out(await request({ service: 'api-gateway', kind: 'revoke-accesses', parameters }));
      }),
    );
}

type Group = CommandLine['program'];

function listing(
  { out, withContext }: CommandLine,
  group: Group,
  none: string,
  read: (pool: CommandContext['pool'], userId: number) => Promise<object[]>,
): void {
  group
    .command('list')
    .description(`${none.replace('no ', '')} of a user`)
    .argument('<user>', WHO)
    .action((user: string) =>
      withContext(async ({ pool }) => print(out, await read(pool, await userNamed(pool, user)), none)),
    );
}

function ending(
  { out, withContext }: CommandLine,
  group: Group,
  [verb, kind, description]: readonly [string, string, string],
): void {
  group
    .command(verb)
    .description(description)
    .argument('<id>', undefined, idOf)
    .action((id: number) =>
      withContext(async ({ request }) =>
        out(await request({ service: 'api-gateway', kind, parameters: { id } })),
      ),
    );
}

function print(out: (line: string) => void, rows: readonly object[], none: string): void {
  for (const row of rows) out(JSON.stringify(row));
  if (rows.length === 0) out(none);
}

/** Reads the personal tokens of a user that were not deleted, without secrets. */
async function readTokens(pool: Pool, userId: number): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select id::float8 as id, kind, scopes, account_ids, created_at, last_used_at, expires_at, revoked_at
       from api_gateway.tokens where user_id = $1 and kind in ('PERSONAL', 'LEGACY') order by id`,
    [userId],
  );
  return rows;
}

/** Reads a user's grants to apps. */
async function readGrants(pool: Pool, userId: number): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select g.id::float8 as id, g.app_id::float8 as app, a.name, g.scopes, g.account_ids, g.created_at, g.last_used_at, g.revoked_at
       from api_gateway.grants g join api_gateway.oauth_apps a on a.id = g.app_id where g.user_id = $1 order by g.id`,
    [userId],
  );
  return rows;
}

/** Reads the apps of one user or of all. */
async function readApps(pool: Pool, userId: number | null): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select a.id::float8 as id, a.client_id, a.name, a.user_id::float8 as owner, a.confidential, a.manages_users, a.created_at,
            (select count(*)::int from api_gateway.grants g where g.app_id = a.id and g.revoked_at is null) as grants
       from api_gateway.oauth_apps a where $1::bigint is null or a.user_id = $1 order by a.id`,
    [userId],
  );
  return rows;
}
