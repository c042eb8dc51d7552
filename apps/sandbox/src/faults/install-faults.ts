import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowDamage, setAmount } from './damaged-body';
import type { FaultBoard } from './fault-board';
import type { Fault, FaultKind, FaultTarget } from './fault';
import type { RetryWindows } from './retry-windows';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault of this request, if any. */
    fault: Fault | undefined;
  }
}

export interface FaultSetting {
  readonly target: FaultTarget;
  readonly board: FaultBoard;
  readonly windows: RetryWindows;
  /** What a `Retry-After` of this request holds for. */
  readonly retryKey: (request: FastifyRequest) => string;
  /** The lists whose rows faults damage, where it is not the first one: the first of these that has rows. */
  readonly lists?: readonly string[];
  /** The error body that this server would send with the status, for the reason in `error` where one is given. */
  readonly errorBody: (status: number, retryAfterS: number | undefined, error: string | undefined) => object;
}

/** The effect of a kind of fault; none by default. */
interface Effect {
  readonly insteadOfWork?: (
    fault: Fault,
    reply: FastifyReply,
    request: FastifyRequest,
    setting: FaultSetting,
  ) => FastifyReply;
  /** The work is done, and the hook never finishes. */
  readonly insteadOfAnswer?: (fault: Fault, reply: FastifyReply, payload: string) => void;
  readonly toHeaders?: (reply: FastifyReply) => void;
  readonly toBody?: (body: string, fault: Fault) => string;
}

const EFFECTS: Readonly<Record<FaultKind, Effect>> = {
  status: { insteadOfWork: refuse },
  timeout: { insteadOfWork: cut },
  drop: { insteadOfWork: cut },
  drop_after_accept: { insteadOfAnswer: (_fault, reply) => reply.raw.destroy() },
  timeout_after_accept: {
    insteadOfAnswer: ({ delayMs }, reply) => setTimeout(() => reply.raw.destroy(), delayMs).unref(),
  },
  slow: {},
  held: {},
  truncate: { insteadOfAnswer: sendHalf },
  not_json: {
    toHeaders: (reply) => void reply.header('content-type', 'text/html'),
    toBody: () => '<html><body><h1>Bad gateway</h1></body></html>',
  },
  missing_field: { toBody: rowDamage((row, { field }) => delete row[field]) },
  bad_amount: { toBody: rowDamage(setAmount) },
  repeat_id: { toBody: rowDamage((row, _fault, rows) => rows?.push({ ...row })) },
  replace_row: {
    toBody: rowDamage((row, { value }, rows) =>
      rows?.splice(rows.indexOf(row), 1, JSON.parse(value) as unknown),
    ),
  },
  reverse_rows: { toBody: rowDamage((_row, _fault, rows) => rows?.reverse()) },
  no_rate_headers: { toHeaders: removeRateHeaders },
  accept_part: {},
};

/** Makes a server able to misbehave: one hook before the work, one on the finished answer. */
export function installFaults(app: FastifyInstance, setting: FaultSetting): void {
  app.decorateRequest('fault', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (setting.windows.anyOpen) setting.windows.visit(setting.retryKey(request));
    const claimed = setting.board.claim(setting.target, request);
    const fault = claimed && { ...claimed, lists: [...claimed.lists, ...(setting.lists ?? [])] };
    request.fault = fault;
    if (!fault) return;
    if (fault.delayMs > 0 && fault.kind !== 'timeout_after_accept') {
      await pause(fault.delayMs, undefined, { ref: false });
    }
    if (fault.kind === 'held') await setting.board.cleared(fault);
    return EFFECTS[fault.kind].insteadOfWork?.(fault, reply, request, setting);
  });
  app.addHook('onSend', ({ fault }, reply, payload, done) => {
    if (!fault || typeof payload !== 'string') return done(null, payload);
    const { insteadOfAnswer, toHeaders, toBody } = EFFECTS[fault.kind];
    if (insteadOfAnswer) return insteadOfAnswer(fault, reply, payload);
    toHeaders?.(reply);
    // A server puts the length of what it sends: the one of the undamaged body must go.
    reply.removeHeader('content-length');
    done(null, toBody?.(payload, fault) ?? payload);
  });
}

function refuse(
  fault: Fault,
  reply: FastifyReply,
  request: FastifyRequest,
  setting: FaultSetting,
): FastifyReply {
  if (fault.retryAfterS !== undefined) {
    reply.header('retry-after', fault.retryAfterS);
    setting.windows.open(setting.retryKey(request), fault.retryAfterS);
  }
  return reply.code(fault.status).send(setting.errorBody(fault.status, fault.retryAfterS, fault.error));
}

function cut(_fault: Fault, reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function removeRateHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (/rate.?limit/i.test(name)) reply.removeHeader(name);
  }
}

/** Announces the whole body, sends half of it, cuts. */
function sendHalf(_fault: Fault, reply: FastifyReply, payload: string): void {
  const bytes = Buffer.from(payload);
  reply.raw.writeHead(reply.statusCode, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.destroy());
}
