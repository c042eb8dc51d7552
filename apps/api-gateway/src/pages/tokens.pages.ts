import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deletePersonalToken, issuePersonalToken, revokeToken } from '../auth/issue-personal-token';
import { SCOPES } from '../auth/scopes';
import { requireOwnAccounts } from '../users/own-accounts';
import { PersonalTokenRow } from '../users/token.resource';
import {
  accountChoices,
  accountsInWords,
  chosenAccounts,
  dayInWords,
  scopeChoices,
  scopesOrAll,
} from './choices';
import { Form, formOf, goTo, listOf, PagesContext, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';

const SHOWN_MAX = 200;

/** Developers > Tokens: make, show once, restrict, revoke. */
export function tokenPages(scope: FastifyInstance, { database, limits, config }: PagesContext): void {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    more: { made?: object; form?: Form; errors?: Page['errors'] } = {},
  ) => {
    const { userId } = signedIn(request);
    const { made, form = {}, errors } = more;
    const values = {
      made,
      rows: (await readRows(database, userId)).map(inWords),
      scopes: scopeChoices(SCOPES, listOf(form, 'scopes')),
      accounts: await accountChoices(database, userId, listOf(form, 'financial_accounts').map(Number)),
      form: {
        name: textOf(form, 'name'),
        may: textOf(form, 'may'),
        accounts: textOf(form, 'accounts'),
      },
    };
    return showPage(request, reply, { title: 'Tokens', template: 'tokens', values, errors });
  };

  scope.get('/developers/tokens', (request, reply) => show(request, reply));

  scope.post('/developers/tokens', async (request, reply) => {
    const { userId } = signedIn(request);
    const form = formOf(request);
    try {
      const wanted = readWanted(form);
      await requireOwnAccounts(database, userId, wanted.accountIds);
      await limits.require('newTokens', userId);
      const { token } = await issuePersonalToken(database, {
        userId,
        ...wanted,
        address: request.ip,
        liveMax: config.caps.personalTokens,
      });
      return await show(request, reply, { made: { name: wanted.name, token } });
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return show(request, reply, { form, errors: error.detail.errors });
    }
  });

  scope.post<{ Params: { id: string } }>('/developers/tokens/:id/revoke', async (request, reply) => {
    const { userId } = signedIn(request);
    await revokeToken(database, idOf(request.params.id), { userId, address: request.ip });
    return goTo(reply, '/developers/tokens');
  });

  scope.post<{ Params: { id: string } }>('/developers/tokens/:id/delete', async (request, reply) => {
    const { userId } = signedIn(request);
    await deletePersonalToken(database, idOf(request.params.id), { userId, address: request.ip });
    return goTo(reply, '/developers/tokens');
  });
}

function readWanted(form: Form) {
  const name = textOf(form, 'name').trim();
  if (name === '' || name.length > 100) {
    throw Problem.invalid({ name: ['Enter a name of at most 100 characters.'] });
  }
  return { name, scopes: scopesOrAll(form), accountIds: chosenAccounts(form) };
}

/** @throws Problem (not_found) where the text is no id */
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
