import { Controller, Inject, Param, Res } from '@nestjs/common';
import { PAUSABLE_KINDS, PausableKind, Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { revokeGrant } from '../auth/oauth/grants';
import { appGrantId } from '../auth/token-row';
import { Keeping, MadeByAppRow, readMadeByApps } from '../query-api';
import { GRANTS } from '../users/grants/grants.reader';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { accountsInWords, dayInWords } from './choices';
import { PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { ActingUser, type Actor, SignedIn } from './session.guard';
import { idOf } from './tokens.pages';

const SHOWN = { page: { number: 1, size: 200 }, sorts: [{ field: 'id', descending: true }], filters: [] };

/** The apps that the user has authorized, and how to end their access. */
@Controller()
export class ConnectedAppPages extends PageController {
  @Inject(Keeping) private readonly keeping!: Keeping;

  @PageAt('account/apps')
  async list(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const made = await readMadeByApps(this.database, userId);
    const grants = await GRANTS.page(this.database, SHOWN, userId);
    const rows = grants.rows.map((grant) => ({
      id: grant.id,
      app: grant.name,
      since: dayInWords(grant.created_at),
      lastUsed: dayInWords(grant.last_used_at),
      may: grant.scopes.join(', '),
      accounts: accountsInWords(grant.account_ids),
      made: made.filter(({ grant_id, paused }) => !paused && grant_id === appGrantId(grant.id)).map(inWords),
    }));
    const values = { rows, paused: made.filter((thing) => thing.paused).map(inWords) };
    return this.show(reply, { title: 'Connected apps', template: 'grants', values });
  }

  @FormAt('account/apps/:id/revoke')
  async revoke(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @Param('id') id: string) {
    await revokeGrant(this.database, idOf(id), actor);
    return goTo(reply, '/account/apps');
  }

  @FormAt('account/apps/paused/:kind/:id/keep')
  async keep(
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ) {
    await this.keeping.keep(userId, kindOf(kind), idOf(id));
    return goTo(reply, '/account/apps');
  }

  @FormAt('account/apps/paused/:kind/:id/delete')
  async delete(
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ) {
    await this.keeping.delete(userId, kindOf(kind), idOf(id));
    return goTo(reply, '/account/apps');
  }
}

/** @throws Problem (not_found) */
function kindOf(name: string): PausableKind {
  const kind = PAUSABLE_KINDS.find((one) => one === name);
  if (kind === undefined) throw Problem.notFound();
  return kind;
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
