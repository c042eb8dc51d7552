import { Controller, Inject, Param, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyReply } from 'fastify';
import { changePersonalToken } from '../auth/change-personal-token';
import { deletePersonalToken, issuePersonalToken, revokeToken } from '../auth/issue-personal-token';
import { SCOPES } from '../auth/scopes';
import { RateLimits } from '../rate-limits/rate-limits';
import { requireOwnAccounts } from '../users/own-accounts';
import { PersonalTokenRow } from '../users/token.resource';
import { PERSONAL_TOKENS } from '../users/tokens.reader';
import { goTo } from './answers';
import {
  accountChoices,
  accountsInWords,
  chosenAccounts,
  dayInWords,
  scopeChoices,
  scopesOrAll,
} from './choices';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { Page } from './pages';
import { readRestriction, restrictionChoices } from './restricting';
import { ActingUser, type Actor, signedIn } from './session.guard';

const SHOWN_MAX = 200;

/** Developers > Tokens: make, show once, rename, restrict, revoke. */
@Controller()
export class TokenPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('developers/tokens')
  async list(@Res() reply: FastifyReply) {
    return this.showTokens(reply);
  }

  @FormAt('developers/tokens')
  async make(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @SentForm() form: Form) {
    try {
      const wanted = readWanted(form);
      await requireOwnAccounts(this.database, actor.userId, wanted.accountIds);
      await this.limits.require('newTokens', actor.userId);
      const liveMax = this.config.caps.personalTokens;
      const { token } = await issuePersonalToken(this.database, { ...actor, ...wanted, liveMax });
      return await this.showTokens(reply, { made: { name: wanted.name, token } });
    } catch (error) {
      return this.showTokens(reply, { form, errors: fieldErrors(error) });
    }
  }

  @PageAt('developers/tokens/:id')
  async one(@Res() reply: FastifyReply, @ActingUser() { userId }: Actor, @Param('id') id: string) {
    return this.showToken(reply, await this.liveToken(userId, id));
  }

  @FormAt('developers/tokens/:id')
  async change(
    @Res() reply: FastifyReply,
    @ActingUser() actor: Actor,
    @Param('id') id: string,
    @SentForm() form: Form,
  ) {
    const token = await this.liveToken(actor.userId, id);
    try {
      const wanted = readRestriction(form);
      await requireOwnAccounts(this.database, actor.userId, wanted.accountIds);
      await changePersonalToken(this.database, actor, token.id, wanted);
      return goTo(reply, '/developers/tokens');
    } catch (error) {
      return this.showToken(reply, token, { form, errors: fieldErrors(error) });
    }
  }

  @FormAt('developers/tokens/:id/revoke')
  async revoke(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @Param('id') id: string) {
    await revokeToken(this.database, idOf(id), actor);
    return goTo(reply, '/developers/tokens');
  }

  @FormAt('developers/tokens/:id/delete')
  async delete(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @Param('id') id: string) {
    await deletePersonalToken(this.database, idOf(id), actor);
    return goTo(reply, '/developers/tokens');
  }

  /** @throws Problem (not_found), also where it has ended */
  private async liveToken(userId: number, id: string): Promise<PersonalTokenRow> {
    const token = await PERSONAL_TOKENS.one(this.database, idOf(id), userId);
    if (!isLive(token)) throw Problem.notFound();
    return token;
  }

  private async showToken(
    reply: FastifyReply,
    token: PersonalTokenRow,
    { form = null, errors }: { form?: Form | null; errors?: Page['errors'] } = {},
  ) {
    const { userId } = signedIn(reply.request);
    const granted = { ...token, accountIds: token.account_ids, expiresAt: token.expires_at };
    const values = await restrictionChoices(this.database, userId, granted, form);
    return this.show(reply, { title: `Change ${token.name}`, template: 'changeToken', values, errors });
  }

  private async showTokens(
    reply: FastifyReply,
    { made, form = {}, errors }: { made?: object; form?: Form; errors?: Page['errors'] } = {},
  ) {
    const { userId } = signedIn(reply.request);
    const chosen = listOf(form, 'financial_accounts').map(Number);
    const values = {
      made,
      rows: (await readRows(this.database, userId)).map(inWords),
      scopes: scopeChoices(SCOPES, listOf(form, 'scopes')),
      accounts: await accountChoices(this.database, userId, chosen),
      form: {
        name: textOf(form, 'name'),
        may: textOf(form, 'may'),
        accounts: textOf(form, 'accounts'),
      },
    };
    return this.show(reply, { title: 'Tokens', template: 'tokens', values, errors });
  }
}

function readWanted(form: Form) {
  const name = textOf(form, 'name').trim();
  if (name === '' || name.length > 100) {
    throw Problem.invalid({ name: ['Enter a name of at most 100 characters.'] });
  }
  return { name, scopes: scopesOrAll(form), accountIds: chosenAccounts(form) };
}

/** @throws Problem (not_found) if the text is not an id */
export function idOf(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw Problem.notFound();
  return Number(text);
}

async function readRows(database: Queryable, userId: number): Promise<PersonalTokenRow[]> {
  return database.query<PersonalTokenRow>(
    `select id, name, kind, scopes, account_ids, last_used_at, expires_at, revoked_at, created_at
       from tokens where user_id = $1 and kind in ('PERSONAL', 'LEGACY') order by id desc limit ${SHOWN_MAX}`,
    [userId],
  );
}

function inWords(row: PersonalTokenRow) {
  return {
    id: row.id,
    name: row.name,
    may: row.scopes?.join(', ') ?? 'everything',
    accounts: accountsInWords(row.account_ids),
    lastUsed: dayInWords(row.last_used_at),
    ends: row.revoked_at ? 'revoked' : dayInWords(row.expires_at),
    isLive: isLive(row),
  };
}

function isLive({ revoked_at: revokedAt, expires_at: expiresAt }: PersonalTokenRow): boolean {
  return revokedAt === null && expiresAt > new Date();
}
