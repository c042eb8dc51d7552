import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebhookVerificationError } from 'standardwebhooks';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { reactionTo } from './behaviour';
import type { Certificates } from './certificates';
import { deliveryContent } from './delivery-content';
import type { Hook } from './hook';
import { ReceivedWebhook } from './received-webhook';
import type { ReceiverState } from './receiver.state';

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

interface ToHook {
  Params: { name: string };
  Body: string;
}

/** The receiving end of webhooks, over TLS: `POST /hooks/{name}`. */
export function receiverServer(state: ReceiverState, board: FaultBoard, tls: Certificates): FastifyInstance {
  const app = fastify({
    https: { key: tls.key, cert: tls.certificate },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  installFaults(app, board, state, {
    target: 'receiver',
    retryKey: (request) => request.url,
    errorBody: (status) => ({ message: `status ${status}` }),
  });
  app.post<ToHook>('/hooks/:name', async (request, reply) => receive(state, request, reply));
  return app;
}

async function receive(
  state: ReceiverState,
  request: FastifyRequest<ToHook>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const hook = state.hooks.get(request.params.name);
  if (!hook || hook.secret === '') return reply.code(404).send({ message: 'No such hook.' });
  const verified = verify(hook.secret, request);
  if (verified === undefined) {
    state.recordBadSignature({ name: hook.name });
    return reply.code(401).send({ message: 'The signature does not verify.' });
  }
  return react(state, hook, verified, request, reply);
}

async function react(
  state: ReceiverState,
  hook: Hook,
  payload: { readonly webhookId: string; readonly body: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reaction = reactionTo(hook.behaviour, hook.arrivals);
  const accepted = reaction.status >= 200 && reaction.status < 300;
  hook.lastArrivalAt = Date.now();
  const { webhookId, body } = payload;
  state.recordDelivery({ name: hook.name, webhookId, accepted, content: deliveryContent(body) });
  if (reaction.delayMs) await pause(reaction.delayMs, undefined, { ref: false });
  if (reaction.location !== undefined) reply.header('location', reaction.location);
  if (reaction.retryAfterS !== undefined) {
    reply.header('retry-after', reaction.retryAfterS);
    state.retryWindows.open(request.url, reaction.retryAfterS);
  }
  return reply.code(reaction.status).send('');
}

/** Undefined where the signature, its age or the body is not right. */
function verify(secret: string, request: FastifyRequest<ToHook>) {
  const headers = {
    'webhook-id': headerText(request, 'webhook-id'),
    'webhook-timestamp': headerText(request, 'webhook-timestamp'),
    'webhook-signature': headerText(request, 'webhook-signature'),
  };
  try {
    return {
      webhookId: headers['webhook-id'],
      body: new ReceivedWebhook(secret).verify(request.body ?? '', headers),
    };
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function headerText(request: FastifyRequest<ToHook>, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
