import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProviderCState } from './provider-c.state';
import { redirectTo } from '../server/http';

interface OnPortal {
  Params: { session: string };
  Querystring: { deny?: string; fail?: string };
}

/** The portal: opening the link connects, `?deny=1` cancels, and `?fail=1` fails the login. */
export function portalPage(app: FastifyInstance, state: ProviderCState): void {
  app.get<OnPortal>('/portal/:session', async (request, reply) => {
    const session = state.connections.takeSession(request.params.session);
    if (!session) return reply.code(400).type('text/plain').send('This link was used, or is too old.');
    if (request.query.deny !== undefined) return back(reply, session.redirect, { status: 'ABANDONED' });
    if (request.query.fail !== undefined) {
      return back(reply, session.redirect, { status: 'ERROR', status_code: '403', error_code: '1066' });
    }
    const connection = state.connections.connect(session);
    return back(reply, session.redirect, { status: 'SUCCESS', connection_id: connection.id });
  });
}

function back(reply: FastifyReply, redirect: string | null, members: Record<string, string>): FastifyReply {
  if (redirect === null) return reply.type('text/plain').send('You may close this page.');
  return redirectTo(reply, redirect, members);
}
