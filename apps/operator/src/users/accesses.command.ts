import { type Answer, ApiError, dataOf, pagesOf, TributaryClient } from '@tributary/client';
import { rowsOf } from '../administration/administration';
import { CommandLine, idOf, printRows } from '../command-line';
import { RequestFailed } from '../requests/request-service';

const WHO = 'id or e-mail address';

type Group = CommandLine['program'];

/** The commands for programs' access: tokens, apps, and grants to apps. */
export function accessCommands(line: CommandLine): void {
  const { program, out, administer } = line;
  const tokens = program.command('tokens').description('personal access tokens');
  const grants = program.command('grants').description('what users granted apps');
  const apps = program.command('apps').description('OAuth apps');
  listing(line, tokens, 'tokens');
  listing(line, grants, 'grants');
  apps
    .command('list')
    .description('registered apps')
    .option('--user <user>', 'of one user only')
    .action(({ user }: { user?: string }) =>
      administer(async (administration) => {
        const filter =
          user === undefined ? {} : { 'filter[user_id]': String(await administration.userNamed(user)) };
        const pages = pagesOf((page) =>
          administration.api.GET('/admin/apps', { params: { query: { ...filter, ...page } } }),
        );
        printRows(out, await rowsOf(pages), 'no apps');
      }),
    );
  ending(line, tokens, REVOKED_TOKEN);
  ending(line, grants, REVOKED_GRANT);
  ending(line, apps, DELETED_APP);
  tokens
    .command('revoke-all')
    .description('revoke all tokens of a user, and all that the user granted apps')
    .argument('<user>', WHO)
    .action((user: string) =>
      administer(async (administration) => {
        const params = { path: { userId: String(await administration.userNamed(user)) } };
        const { data } = await dataOf(
          administration.api.POST('/admin/users/{userId}/revoke-accesses', { params }),
        );
        out(`${data.tokens} tokens and ${data.grants} grants are revoked`);
      }),
    );
}

const LISTS = {
  tokens: '/admin/users/{userId}/tokens',
  grants: '/admin/users/{userId}/grants',
} as const;

function listing({ out, administer }: CommandLine, group: Group, name: keyof typeof LISTS): void {
  group
    .command('list')
    .description(`${name} of a user`)
    .argument('<user>', WHO)
    .action((user: string) =>
      administer(async (administration) => {
        const path = { userId: String(await administration.userNamed(user)) };
        const pages = pagesOf<object>((query) =>
          administration.api.GET(LISTS[name], { params: { path, query: { ...query, sort: ['id'] } } }),
        );
        printRows(out, await rowsOf(pages), `no ${name}`);
      }),
    );
}

interface Ending {
  readonly verb: string;
  readonly description: string;
  readonly end: (api: TributaryClient, id: string) => Promise<Answer<unknown>>;
  readonly done: (id: number) => string;
  /** The error if there is none that could end. */
  readonly none: (id: number) => string;
}

const REVOKED_TOKEN: Ending = {
  verb: 'revoke',
  description: 'revoke a token',
  end: (api, tokenId) => api.DELETE('/admin/tokens/{tokenId}', { params: { path: { tokenId } } }),
  done: (id) => `token ${id} is revoked`,
  none: (id) => `there is no personal token ${id} that counts`,
};

const REVOKED_GRANT: Ending = {
  verb: 'revoke',
  description: 'end a grant, and all tokens of it',
  end: (api, grantId) => api.DELETE('/admin/grants/{grantId}', { params: { path: { grantId } } }),
  done: (id) => `grant ${id} is revoked`,
  none: (id) => `there is no grant ${id} that holds`,
};

const DELETED_APP: Ending = {
  verb: 'delete',
  description: 'delete an app with all that it was granted, and the users that it manages',
  end: (api, appId) => api.DELETE('/admin/apps/{appId}', { params: { path: { appId } } }),
  done: (id) => `app ${id} is deleted`,
  none: (id) => `there is no app ${id}`,
};

function ending({ out, administer }: CommandLine, group: Group, of: Ending): void {
  group
    .command(of.verb)
    .description(of.description)
    .argument('<id>', undefined, idOf)
    .action((id: number) =>
      administer(async ({ api }) => {
        await dataOf(of.end(api, String(id))).catch((cause: unknown) => {
          if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
          throw new RequestFailed(of.none(id), { cause });
        });
        out(of.done(id));
      }),
    );
}
