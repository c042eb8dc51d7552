import { Problem } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { confirmPassword } from '../users/confirm-password';
import { readErasure } from '../users/erasure/erasure-standing';
import { forgiveAttempt } from '../users/sign-in-attempts';
import { clearSession } from './cookies';
import { formOf, goTo, PagesContext, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';

/** Seconds until the page of an erasure that goes on is loaded again. */
const AGAIN_AFTER_S = 2;

/** Deleting one's account, and following how far that is when nobody is signed in any more. */
export function erasurePages(scope: FastifyInstance, { database, erasures }: PagesContext): void {
  const page: Page = { title: 'Delete your account', template: 'deleteAccount' };

  scope.get('/account/delete', async (request, reply) => {
    signedIn(request);
    return showPage(request, reply, page);
  });

  scope.post('/account/delete', async (request, reply) => {
    const session = signedIn(request);
    const password = textOf(formOf(request), 'password');
    try {
      await confirmPassword(database, session, { password, field: 'password', address: request.ip });
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return showPage(request, reply, { ...page, errors: error.detail.errors });
    }
    await forgiveAttempt(database, { email: session.email, address: request.ip });
    const erasure = await erasures.begin(session.userId);
    clearSession(reply);
    return goTo(reply, erasure ? `/erasures/${erasure.id}` : '/sign-in');
  });

  scope.get('/erasures/:id', async (request, reply) => {
    const erasure = await readErasure(database, (request.params as { id: string }).id);
    if (!erasure) throw Problem.notFound();
    const isErased = erasure.status === 'ERASED';
    if (!isErased) void reply.header('refresh', String(AGAIN_AFTER_S));
    void reply.header('cache-control', 'no-store');
    const title = isErased ? 'Your account is deleted' : 'Your account is being deleted';
    return showPage(request, reply, { title, template: 'erasure', values: { erasure, isErased } });
  });
}
