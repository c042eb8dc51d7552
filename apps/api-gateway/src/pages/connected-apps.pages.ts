import { Controller, Inject, Param, Res } from '@nestjs/common';
import { PAUSABLE_KINDS, PausableKind, Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { changeGrant, revokeGrant } from '../auth/oauth/grants';
import { appGrantId } from '../auth/token-row';
import { Keeping, MadeByAppRow, readMadeByApps } from '../query-api';
import { GrantOfAppRow } from '../users/grants/grant.resource';
import { GRANTS } from '../users/grants/grants.reader';
import { requireOwnAccounts } from '../users/own-accounts';
import type { Session } from '../auth/sessions/sessions';
import { goTo } from './answers';
import { accountsInWords, dayInWords } from './choices';
import { SentForm } from './form.guard';
import { type Form } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { Page } from './pages';
import { readRestriction, restrictionChoices } from './restricting';
import { ActingUser, type Actor, SignedIn } from './session.guard';
import { idOf } from './tokens.pages';

const SHOWN = { page: { number: 1, size: 200 }, sorts: [{ field: 'id', descending: true }], filters: [] };

/** The apps that the user has authorized: how to rename, restrict and end their access. */
@Controller()
export class ConnectedAppPages extends PageController {
  @Inject(Keeping) private readonly keeping!: Keeping;

  @PageAt('account/apps')
  async list(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const made = await readMadeByApps(this.database, userId);
    const grants = await GRANTS.page(this.database, SHOWN, userId);
    const rows = grants.rows.map((grant) => ({
      id: grant.id,
      name: grant.name,
      app: grant.app_name,
      ends: grant.expires_at && dayInWords(grant.expires_at),
      since: dayInWords(grant.created_at),
      lastUsed: dayInWords(grant.last_used_at),
      may: grant.scopes.join(', '),
      accounts: accountsInWords(grant.account_ids),
      made: made.filter(({ grant_id, paused }) => !paused && grant_id === appGrantId(grant.id)).map(inWords),
    }));
    const values = { rows, paused: made.filter((thing) => thing.paused).map(inWords) };
    return this.show(reply, { title: 'Connected apps', template: 'grants', values });
  }

  @PageAt('account/apps/:id')
  async one(@Res() reply: FastifyReply, @SignedIn() { userId }: Session, @Param('id') id: string) {
    return this.showGrant(reply, userId, await GRANTS.one(this.database, idOf(id), userId));
  }

  @FormAt('account/apps/:id')
  async change(
    @Res() reply: FastifyReply,
    @ActingUser() actor: Actor,
    @Param('id') id: string,
    @SentForm() form: Form,
  ) {
    const grant = await GRANTS.one(this.database, idOf(id), actor.userId);
    try {
      const { scopes, ...wanted } = readRestriction(form);
      await requireOwnAccounts(this.database, actor.userId, wanted.accountIds);
      const name = wanted.name === grant.app_name ? null : wanted.name;
      await changeGrant(this.database, actor, grant.id, { ...wanted, name, scopes: scopes ?? grant.scopes });
      return goTo(reply, '/account/apps');
    } catch (error) {
      return this.showGrant(reply, actor.userId, grant, { form, errors: fieldErrors(error) });
    }
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

  private async showGrant(
    reply: FastifyReply,
    userId: number,
    grant: GrantOfAppRow,
    { form = null, errors }: { form?: Form | null; errors?: Page['errors'] } = {},
  ) {
    const granted = { ...grant, accountIds: grant.account_ids, expiresAt: grant.expires_at };
    const values = await restrictionChoices(this.database, userId, granted, form);
    const title = `Change the access of ${grant.name}`;
    return this.show(reply, {
      title,
      template: 'changeGrant',
      values: { ...values, app: grant.app_name },
      errors,
    });
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
