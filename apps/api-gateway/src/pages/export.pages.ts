import { Problem } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { sendExport } from '../users/export/send-export';
import { openExport } from '../users/export/user-exports';
import { goTo, PagesContext, signedIn } from './pages-context';

/** A copy of everything that is kept of whoever is signed in. */
export function exportPages(scope: FastifyInstance, { database, exports }: PagesContext): void {
  scope.post('/account/export', async (request, reply) => {
    await exports.begin(signedIn(request).userId);
    return goTo(reply, '/account#export');
  });

  scope.get('/account/export', async (request, reply) => {
    const kept = await openExport(database, signedIn(request).userId);
    if (!kept) throw Problem.notFound();
    return sendExport(request, reply, kept);
  });
}
