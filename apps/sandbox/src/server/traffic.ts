import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request that the sandbox served, without its values. */
export interface ServedCall {
  readonly method: string;
  /** The path with the names of its parameters: `/provider-b/accounts/:uid/balances`. */
  readonly route: string;
  readonly status: number;
}

/** A request and its response as they were on the wire, one JSON line each. */
export interface RecordedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  readonly requestBody: unknown;
  readonly status: number;
  readonly answer: string;
  /** Whether a fault changed the response, which no description has then. */
  readonly faulty: boolean;
}

let files = 0;

/** Records the calls that were made. With a folder, it also writes the whole exchanges to a file. */
export class Traffic {
  private readonly served = new Map<string, ServedCall>();
  private readonly file: string | null;

  constructor(folder: string | undefined) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    files += 1;
    this.file =
      folder === undefined ? null : path.join(folder, `${process.pid}-${Date.now()}-${files}.jsonl`);
  }

  /** Each distinct call once. */
  calls(): readonly ServedCall[] {
    return [...this.served.values()];
  }

  /** Records every response of the server. Call it before the routes are added. */
  watch(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      this.keep(request, reply.statusCode);
      if (this.file !== null) this.record(this.file, request, reply.statusCode, payload);
    });
  }

  private keep({ method, routeOptions, params }: FastifyRequest, status: number): void {
    const { url } = routeOptions;
    if (url === undefined) return;
    const route = url.replace('*', () => namedRest((params as Record<string, string>)['*'] ?? ''));
    const call = { method, route, status };
    this.served.set(Object.values(call).join(' '), call);
  }

  private record(file: string, request: FastifyRequest, status: number, payload: unknown): void {
    if (typeof payload !== 'string' || request.url.startsWith('/_control')) return;
    const exchange: RecordedExchange = {
      method: request.method,
      url: request.url,
      requestHeaders: request.headers,
      requestBody: request.body ?? null,
      status,
      answer: payload,
      faulty: request.fault !== undefined,
    };
    appendFileSync(file, `${JSON.stringify(exchange)}\n`);
  }
}

/** Returns the action after an id in a path such as `:id:batchUpdate`, for which there is no separate route. */
function namedRest(rest: string): string {
  return rest.replace(/^[^/:]+/, ':id');
}
