import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Sent {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

/** Takes what an OpenTelemetry collector would be sent. */
export class SpanCollector {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param onSpan every span, as JSON */
  static async start(onSpan: (span: string) => void): Promise<SpanCollector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        for (const span of spansIn(body)) onSpan(JSON.stringify(span));
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SpanCollector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function spansIn(body: string): readonly object[] {
  const { resourceSpans = [] } = JSON.parse(body) as Sent;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
