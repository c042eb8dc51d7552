import { Problem } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../users/change-password';
import { ENDABLE } from '../users/end-accesses';
import { readExport } from '../users/export/user-exports';
import { setSession } from './cookies';
import { formOf, goTo, listOf, PagesContext, signedIn, textOf } from './pages-context';
import { showPage } from './show-page';
import { PASSWORD_HINT } from './sign-up.pages';

/** The user's own page: profile, plan, password. */
export function accountPages(scope: FastifyInstance, { database }: PagesContext): void {
  const page = (ends: readonly string[]) => ({
    title: 'Your account',
    template: 'account' as const,
    values: {
      passwordHint: PASSWORD_HINT,
      end: Object.fromEntries(ENDABLE.map((one) => [one, ends.includes(one)])),
    },
  });

  scope.get('/account', async (request, reply) => {
    const session = signedIn(request);
    const isChanged = (request.query as { changed?: unknown }).changed !== undefined;
    const notice = isChanged ? 'Your password was changed.' : null;
    const kept = await readExport(database, session.userId);
    const { values, ...shown } = page(['sessions']);
    return showPage(request, reply, { ...shown, values: { ...values, notice, kept } });
  });

  scope.post('/account/password', async (request, reply) => {
    const session = signedIn(request);
    const form = formOf(request);
    const wanted = {
      current: textOf(form, 'current_password'),
      next: textOf(form, 'password'),
      address: request.ip,
      ends: ENDABLE.filter((one) => listOf(form, 'end').includes(one)),
    };
    try {
      setSession(reply, await changePassword(database, session, wanted));
      return goTo(reply, '/account?changed');
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return showPage(request, reply, { ...page(wanted.ends), errors: error.detail.errors });
    }
  });
}
