import { Problem } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../users/change-password';
import { readExport } from '../users/export/user-exports';
import { setSession } from './cookies';
import { formOf, goTo, PagesContext, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';
import { PASSWORD_HINT } from './sign-in.pages';

/** The user's own page: profile, plan, password. */
export function accountPages(scope: FastifyInstance, { database }: PagesContext): void {
  const page: Page = { title: 'Your account', template: 'account', values: { passwordHint: PASSWORD_HINT } };

  scope.get('/account', async (request, reply) => {
    const session = signedIn(request);
    const isChanged = (request.query as { changed?: unknown }).changed !== undefined;
    const notice = isChanged ? 'Your password was changed.' : null;
    const kept = await readExport(database, session.userId);
    return showPage(request, reply, { ...page, values: { ...page.values, notice, kept } });
  });

  scope.post('/account/password', async (request, reply) => {
    const session = signedIn(request);
    const form = formOf(request);
    const wanted = {
      current: textOf(form, 'current_password'),
      next: textOf(form, 'password'),
      address: request.ip,
    };
    try {
      setSession(reply, await changePassword(database, session, wanted));
      return goTo(reply, '/account?changed');
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return showPage(request, reply, { ...page, errors: error.detail.errors });
    }
  });
}
