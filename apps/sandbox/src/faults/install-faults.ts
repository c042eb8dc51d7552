import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { damagedBody } from './damaged-body';
import type { FaultBoard } from './fault-board';
import type { Fault, FaultTarget } from './fault';
import type { RetryWindows } from './retry-windows';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that this request has drawn, if any. */
    fault: Fault | undefined;
  }
}

export interface FaultSetting {
  readonly target: FaultTarget;
  readonly board: FaultBoard;
  readonly windows: RetryWindows;
  /** What a `Retry-After` of this request holds for. */
  readonly retryKey: (request: FastifyRequest) => string;
  /** The error body that this server would send with the status, for the reason in `error` where one is given. */
  readonly errorBody: (status: number, retryAfterS: number | undefined, error: string | undefined) => object;
}

/** Makes a server able to misbehave: one hook before the work, one on the finished answer. */
export function installFaults(app: FastifyInstance, setting: FaultSetting): void {
  app.decorateRequest('fault', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (setting.windows.anyOpen) setting.windows.visit(setting.retryKey(request));
    request.fault = setting.board.claim(setting.target, request.method, request.url);
    if (request.fault) return beforeTheWork(setting, request.fault, request, reply);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.fault || typeof payload !== 'string') return done(null, payload);
    const changed = afterTheWork(request.fault, reply, payload);
    if (changed !== undefined) done(null, changed);
  });
}

async function beforeTheWork(
  setting: FaultSetting,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (fault.delayMs > 0 && fault.kind !== 'timeout_after_accept') {
    await pause(fault.delayMs, undefined, { ref: false });
  }
  switch (fault.kind) {
    case 'status':
      return refuse(setting, fault, request, reply);
    case 'timeout':
    case 'drop':
      reply.hijack();
      reply.raw.destroy();
      return reply;
    case 'drop_after_accept':
    case 'timeout_after_accept':
    case 'slow':
    case 'truncate':
    case 'not_json':
    case 'missing_field':
    case 'bad_amount':
    case 'repeat_id':
    case 'replace_row':
    case 'reverse_rows':
    case 'no_rate_headers':
    case 'accept_part':
      return undefined;
    default: {
      const unknown: never = fault.kind;
      return unknown;
    }
  }
}

function refuse(
  setting: FaultSetting,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (fault.retryAfterS !== undefined) {
    reply.header('retry-after', fault.retryAfterS);
    setting.windows.open(setting.retryKey(request), fault.retryAfterS);
  }
  return reply.code(fault.status).send(setting.errorBody(fault.status, fault.retryAfterS, fault.error));
}

/** The payload to send, or undefined where the answer ends in a cut connection: then the hook never finishes. */
function afterTheWork(fault: Fault, reply: FastifyReply, payload: string): string | undefined {
  switch (fault.kind) {
    case 'drop_after_accept':
      reply.raw.destroy();
      return undefined;
    case 'timeout_after_accept':
      setTimeout(() => reply.raw.destroy(), fault.delayMs).unref();
      return undefined;
    case 'truncate':
      sendHalf(reply, payload);
      return undefined;
    case 'not_json':
      reply.header('content-type', 'text/html');
      break;
    case 'no_rate_headers':
      for (const name of Object.keys(reply.getHeaders())) {
        if (/rate.?limit/i.test(name)) reply.removeHeader(name);
      }
      break;
    case 'status':
    case 'timeout':
    case 'drop':
    case 'slow':
    case 'missing_field':
    case 'bad_amount':
    case 'repeat_id':
    case 'replace_row':
    case 'reverse_rows':
    case 'accept_part':
      break;
    default: {
      const unknown: never = fault.kind;
      return unknown;
    }
  }
  // A server puts the length of what it sends: the one of the undamaged body must go.
  reply.removeHeader('content-length');
  return damagedBody(fault, payload);
}

/** Announces the whole body, sends half of it, cuts. */
function sendHalf(reply: FastifyReply, payload: string): void {
  const bytes = Buffer.from(payload);
  reply.raw.writeHead(reply.statusCode, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.destroy());
}
