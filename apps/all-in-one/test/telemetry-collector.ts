import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SentMetric } from '../../../tools/testing/metrics-sent';

export interface SentSpan {
  readonly traceId: string;
  readonly name: string;
  readonly attributes?: readonly { readonly key: string }[];
}

/** The content of one request to a collector. */
export interface SentTelemetry {
  readonly spans: readonly SentSpan[];
  readonly metrics: readonly SentMetric[];
}

interface Body {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: SentSpan[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: SentMetric[] }[];
  }[];
}

/** Receives the data that an OpenTelemetry collector would receive. */
export class TelemetryCollector {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(onSent: (sent: SentTelemetry) => void): Promise<TelemetryCollector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        onSent(readSent(JSON.parse(body) as Body));
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TelemetryCollector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function readSent({ resourceSpans = [], resourceMetrics = [] }: Body): SentTelemetry {
  return {
    spans: resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    metrics: resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
  };
}
