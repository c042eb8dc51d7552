import type { FastifyInstance } from 'fastify';
import { authorize, keyOf } from './authorization';
import { problem } from './problem';
import { brokerageExists } from './connection.routes';
import type { ProviderCState } from './provider-c.state';
import { browserOrigin } from '../server/http';

interface LoginBody {
  readonly broker?: unknown;
  readonly customRedirect?: unknown;
  readonly reconnect?: unknown;
}

/** Users, and the way into the portal. */
export function userRoutes(app: FastifyInstance, state: ProviderCState): void {
  app.post('/snapTrade/registerUser', async (request) => {
    const key = keyOf(state, request);
    if (key.kind === 'personal') throw problem(403, 'Personal keys cannot register users.', '1066');
    const { userId } = (request.body ?? {}) as { userId?: unknown };
    if (typeof userId !== 'string' || userId === '') throw problem(400, 'userId is required', '1012');
    const user = state.connections.register(key.clientId, userId);
    return { userId: user.userId, userSecret: user.secret };
  });
  app.delete('/snapTrade/deleteUser', async (request) => {
    const { userId } = request.query as { userId?: string };
    state.connections.deleteUser(userId ?? '');
    return { status: 'deleted', detail: `User queued for deletion: ${userId}`, userId };
  });
  app.post('/snapTrade/login', async (request) => {
    const refused = authorize(state, request);
    if (refused) throw refused;
    const { broker, customRedirect, reconnect } = (request.body ?? {}) as LoginBody;
    if (typeof broker !== 'string' || !brokerageExists(broker))
      throw problem(400, 'Invalid input: broker', '1012');
    const session = state.connections.open({
      userId: request.providerCUser,
      slug: broker,
      redirect: typeof customRedirect === 'string' ? customRedirect : null,
      reconnect: typeof reconnect === 'string' ? reconnect : null,
    });
    // The link has the host that the caller used, so that it works behind any name or port.
    const link = `${browserOrigin(request)}/provider-c/portal/${session.id}`;
    return { redirectURI: link, sessionId: session.id };
  });
}
