import { context, SpanKind } from '@opentelemetry/api';
import { Client } from '@notionhq/client';
import { inSpan } from '@tributary/messaging';
import { boundedPool } from '@tributary/outbound';
import type { Pool } from 'undici';
import { WorkspaceConfig } from './config';
import { failureOf } from './errors';

/** The newest version with data sources; a new one is taken on when it was read, not when it appears. */
const NOTION_VERSION = '2026-03-11';
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
  private readonly pool: Pool;

  constructor(private readonly config: WorkspaceConfig) {
    this.pool = boundedPool(new URL(config.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: Math.min(10_000, config.requestTimeoutMs) },
      maxResponseSize: BODY_BYTES_MAX,
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
    await this.pool.close();
  }

  private async fetch(...[address, init = {}]: Parameters<Fetch>): ReturnType<Fetch> {
    const { pathname, search } = new URL(address);
    const { method, headers, body } = init;
    const response = await this.pool.request({
      method: method ?? 'GET',
      path: `${pathname}${search}`,
      headers,
      body: typeof body === 'string' ? body : undefined,
      // The whole exchange, not only its silences: the lease of the unit must outlast it.
      signal: AbortSignal.timeout(this.config.requestTimeoutMs),
    });
    const text = await response.body.text();
    return {
      ok: response.statusCode >= 200 && response.statusCode <= 299,
      status: response.statusCode,
      headers: response.headers,
      text: () => Promise.resolve(text),
    };
  }
}
