import { PAUSABLE_KINDS, PausableKind, Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyInstance } from 'fastify';
import { revokeGrant } from '../auth/oauth/grants';
import { appGrantId } from '../auth/token-row';
import { MadeByAppRow, readMadeByApps } from '../made-by-apps/made-by-apps.reader';
import { accountsInWords, dayInWords } from './choices';
import { goTo, PagesContext, signedIn } from './pages-context';
import { showPage } from './show-page';
import { idOf } from './tokens.pages';

interface GrantOfUser {
  readonly id: number;
  readonly app: string;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The apps that the user has let in, and their end. */
export function connectedAppPages(scope: FastifyInstance, { database, keeping }: PagesContext): void {
  scope.get('/account/apps', async (request, reply) => {
    const { userId } = signedIn(request);
    const made = await readMadeByApps(database, userId);
    const rows = (await readGrants(database, userId)).map((grant) => ({
      id: grant.id,
      app: grant.app,
      since: dayInWords(grant.created_at),
      lastUsed: dayInWords(grant.last_used_at),
      may: grant.scopes.join(', '),
      accounts: accountsInWords(grant.account_ids),
      made: made.filter(({ grant_id, paused }) => !paused && grant_id === appGrantId(grant.id)).map(inWords),
    }));
    const paused = made.filter((thing) => thing.paused).map(inWords);
    return showPage(request, reply, {
      title: 'Connected apps',
      template: 'grants',
      values: { rows, paused },
    });
  });

  scope.post<{ Params: { id: string } }>('/account/apps/:id/revoke', async (request, reply) => {
    const { userId } = signedIn(request);
    await revokeGrant(database, idOf(request.params.id), { userId, address: request.ip });
    return goTo(reply, '/account/apps');
  });

  scope.post<{ Params: { kind: string; id: string; what: string } }>(
    '/account/apps/paused/:kind/:id/:what(^keep|delete$)',
    async (request, reply) => {
      const { userId } = signedIn(request);
      const { kind: name, id, what } = request.params;
      const kind = PAUSABLE_KINDS.find((one) => one === name);
      if (kind === undefined) throw Problem.notFound();
      await (what === 'keep' ? keeping.keep(userId, kind, idOf(id)) : keeping.delete(userId, kind, idOf(id)));
      return goTo(reply, '/account/apps');
    },
  );
}

const KINDS: Readonly<Record<PausableKind, string>> = {
  'bank-connection': 'Connection to a bank',
  rule: 'Rule',
  'transfer-link': 'Transfer link',
  'destination-connection': 'Connection to a destination',
  webhook: 'Webhook endpoint',
  feed: 'Feed',
};

function inWords({ kind, id, name, paused }: MadeByAppRow) {
  const since = paused && dayInWords(new Date(paused.since));
  return { kind, id, name, what: KINDS[kind], since, by: paused?.by ?? 'an app or token' };
}

async function readGrants(database: Queryable, userId: number): Promise<GrantOfUser[]> {
  return database.query<GrantOfUser>(
    `select g.id, a.name as app, g.scopes, g.account_ids, g.created_at, g.last_used_at
       from grants g join oauth_apps a on a.id = g.app_id
      where g.user_id = $1 and g.revoked_at is null order by g.id desc limit 200`,
    [userId],
  );
}
