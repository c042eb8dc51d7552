import { context, SpanKind } from '@opentelemetry/api';
import { Client } from '@notionhq/client';
import { inSpan } from '@tributary/messaging';
import { boundedJsonText, isSuccess, OutboundHttp, OutboundRequest } from '@tributary/outbound';
import { setImmediate } from 'node:timers/promises';
import { PAGE_ANSWER } from '../http/answer-limits';
import { WorkspaceConfig } from './config';
import { failureOf } from './errors';

/** The newest API version with data sources; upgrade only after reading its changes. */
export const NOTION_VERSION = '2026-03-11';
const CONNECTIONS = 8;

export interface WorkspaceRequest<T> {
  /** The operation's name in traces, without ids. */
  readonly operation: string;
  readonly writes: boolean;
  /** Makes exactly one request. */
  readonly make: (notion: Client) => Promise<T>;
}

type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>;

/** Notion's own client, with timeouts, bounded responses and no retries of its own. Throws `DestinationFailure`. */
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
      // The client's own timeout does not abort the request; ours, below, aborts it earlier.
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
    await setImmediate(); // the client parses it synchronously, so other work gets a turn first
    return { ok: isSuccess(answer), ...answer, text: () => Promise.resolve(json) };
  }
}
