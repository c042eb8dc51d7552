import { context, SpanKind } from '@opentelemetry/api';
import { Client } from '@notionhq/client';
import { inSpan } from '@tributary/messaging';
import { isSuccess, OutboundHttp, OutboundRequest } from '@tributary/outbound';
import { WorkspaceConfig } from './config';
import { failureOf } from './errors';

/** The newest version with data sources; upgrade it only after reading its changes. */
export const NOTION_VERSION = '2026-03-11';
const CONNECTIONS = 8;
const BODY_BYTES_MAX = 16 * 1024 * 1024;

export interface WorkspaceRequest<T> {
  /** What the request is called in traces: no ids. */
  readonly operation: string;
  readonly writes: boolean;
  /** Makes exactly one request. */
  readonly make: (notion: Client) => Promise<T>;
}

type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>;

/** Notion's own client, whose requests have a timeout and a bounded answer and are never repeated by themselves. Throws `DestinationFailure`. */
export class WorkspaceClient {
  private readonly notion: Client;
  private readonly http: OutboundHttp;

  constructor(config: WorkspaceConfig) {
    this.http = new OutboundHttp({
      baseUrl: new URL(config.baseUrl).origin,
      connections: CONNECTIONS,
      timeoutMs: config.requestTimeoutMs, // the lease of the unit must outlast it
      answerBytesMax: BODY_BYTES_MAX,
    });
    this.notion = new Client({
      baseUrl: config.baseUrl,
      notionVersion: NOTION_VERSION,
      // Its own timeout leaves the request running; ours, below, ends it before.
      timeoutMs: config.requestTimeoutMs * 2,
      retry: false,
      logger: () => undefined,
      fetch: (url, init) => this.fetch(url, init),
    });
  }

  send<T>({ operation, writes, make }: WorkspaceRequest<T>): Promise<T> {
    return inSpan(`workspace ${operation}`, SpanKind.CLIENT, context.active(), async () => {
      try {
        return await make(this.notion);
      } catch (error) {
        throw failureOf(error, writes);
      }
    });
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  private async fetch(...[address, init = {}]: Parameters<Fetch>): ReturnType<Fetch> {
    const { pathname, search } = new URL(address);
    const { method = 'GET', headers, body } = init;
    const answer = await this.http.request({
      method: method as OutboundRequest['method'],
      path: `${pathname}${search}`.slice(1),
      headers,
      body: typeof body === 'string' ? body : undefined,
    });
    const text = () => Promise.resolve(answer.text);
    return { ok: isSuccess(answer), status: answer.status, headers: answer.headers, text };
  }
}
