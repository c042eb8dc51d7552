import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Company } from '../state/company';
import { rowDamage, setAmount } from './damaged-body';
import type { FaultBoard } from './fault-board';
import type { Fault, FaultKind, FaultTarget } from './fault';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault of this request, if any. */
    fault: Fault | undefined;
  }
}

export interface FaultSetting {
  readonly target: FaultTarget;
  /** The requests that a `Retry-After` of this request is for; absent: all of the target. */
  readonly retryKey?: (request: FastifyRequest) => string;
  /** The lists whose rows faults damage, where it is not the first one: the first of these that has rows. */
  readonly lists?: readonly string[];
  /** The error body that this server would send with the status, for the reason in `error` where one is given. */
  readonly errorBody: (status: number, retryAfterS: number | undefined, error: string | undefined) => object;
}

/** The parts of a company's server that refuse a request. */
interface Refusal extends Pick<FaultSetting, 'errorBody'> {
  /** Opens the waiting time of a `Retry-After`. */
  readonly wait: (seconds: number) => void;
}

/** The effect of a kind of fault; none by default. */
interface Effect {
  readonly insteadOfWork?: (fault: Fault, reply: FastifyReply, refusal: Refusal) => FastifyReply;
  /** Called after the work; the response is never finished. */
  readonly insteadOfResponse?: (fault: Fault, reply: FastifyReply, payload: string) => void;
  readonly toHeaders?: (reply: FastifyReply) => void;
  readonly toBody?: (body: string, fault: Fault) => string;
}

const EFFECTS: Readonly<Record<FaultKind, Effect>> = {
  status: { insteadOfWork: refuse },
  timeout: { insteadOfWork: cut },
  drop: { insteadOfWork: cut },
  drop_after_accept: { insteadOfResponse: (_fault, reply) => reply.raw.destroy() },
  timeout_after_accept: {
    insteadOfResponse: ({ delayMs }, reply) => setTimeout(() => reply.raw.destroy(), delayMs).unref(),
  },
  slow: {},
  held: {},
  truncate: { insteadOfResponse: sendHalf },
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

/** Makes a server of a company able to misbehave: one hook before the work, one on the finished response. */
export function installFaults(
  app: FastifyInstance,
  board: FaultBoard,
  { retryWindows }: Company,
  { target, retryKey = () => target, lists = [], errorBody }: FaultSetting,
): void {
  app.decorateRequest('fault', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (retryWindows.anyOpen) retryWindows.visit(retryKey(request));
    const claimed = board.claim(target, request);
    const fault = claimed && { ...claimed, lists: [...claimed.lists, ...lists] };
    request.fault = fault;
    if (!fault) return;
    if (fault.delayMs > 0 && fault.kind !== 'timeout_after_accept') {
      await pause(fault.delayMs, undefined, { ref: false });
    }
    if (fault.kind === 'held') await board.cleared(fault);
    return EFFECTS[fault.kind].insteadOfWork?.(fault, reply, {
      errorBody,
      wait: (seconds) => retryWindows.open(retryKey(request), seconds),
    });
  });
  app.addHook('onSend', ({ fault }, reply, payload, done) => {
    if (!fault || typeof payload !== 'string') return done(null, payload);
    const { insteadOfResponse, toHeaders, toBody } = EFFECTS[fault.kind];
    if (insteadOfResponse) return insteadOfResponse(fault, reply, payload);
    toHeaders?.(reply);
    // A server puts the length of what it sends: the one of the undamaged body must go.
    reply.removeHeader('content-length');
    done(null, toBody?.(payload, fault) ?? payload);
  });
}

function refuse(fault: Fault, reply: FastifyReply, { errorBody, wait }: Refusal): FastifyReply {
  const { status, retryAfterS, error } = fault;
  if (retryAfterS !== undefined) {
    reply.header('retry-after', retryAfterS);
    wait(retryAfterS);
  }
  return reply.code(status).send(errorBody(status, retryAfterS, error));
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
