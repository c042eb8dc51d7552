import { Controller, Inject, Param, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyReply } from 'fastify';
import { deletePersonalToken, issuePersonalToken, revokeToken } from '../auth/issue-personal-token';
import { SCOPES } from '../auth/scopes';
import { RateLimits } from '../rate-limits/rate-limits';
import { requireOwnAccounts } from '../users/own-accounts';
import { PersonalTokenRow } from '../users/token.resource';
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
import { ActingUser, type Actor, signedIn } from './session.guard';

const SHOWN_MAX = 200;

/** Developers > Tokens: make, show once, restrict, revoke. */
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
  const isLive = row.revoked_at === null && row.expires_at > new Date();
  return {
    id: row.id,
    name: row.name,
    may: row.scopes?.join(', ') ?? 'everything',
    accounts: accountsInWords(row.account_ids),
    lastUsed: dayInWords(row.last_used_at),
    ends: row.revoked_at ? 'revoked' : dayInWords(row.expires_at),
    isLive,
  };
}
