import { context, SpanKind } from '@opentelemetry/api';
import { Client } from '@notionhq/client';
import { inSpan } from '@tributary/messaging';
import { boundedJsonText, isSuccess, OutboundHttp, OutboundRequest } from '@tributary/outbound';
import { setImmediate } from 'node:timers/promises';
import { PAGE_ANSWER } from '../answer-limits';
import { WorkspaceConfig } from './config';
import { failureOf } from './errors';

/** The newest version with data sources; upgrade it only after reading its changes. */
export const NOTION_VERSION = '2026-03-11';
const CONNECTIONS = 8;

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
      timeoutMs: config.requestTimeoutMs,
      answerBytesMax: PAGE_ANSWER.bytes,
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
    const { bytes, ...answer } = await this.http.bytes({
      method: method as OutboundRequest['method'],
      path: `${pathname}${search}`.slice(1),
      headers,
      body: typeof body === 'string' ? body : undefined,
    });
    const json = await boundedJsonText(bytes, PAGE_ANSWER);
    await setImmediate(); // the client parses it in one go, so that is a turn of its own
    return { ok: isSuccess(answer), ...answer, text: () => Promise.resolve(json) };
  }
}
