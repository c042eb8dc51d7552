import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTributary } from './testing/started-tributary';

jest.setTimeout(180_000);

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes?: { key: string; value: { stringValue?: string } }[];
}

/** Takes what an OpenTelemetry collector would be sent. */
async function collector(spans: Span[]): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { resourceSpans = [] } = JSON.parse(body) as {
        resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('telemetry', () => {
  it('shows one trace from the call to the provider to the webhook, across the bus, and no secrets in it', async () => {
    const spans: Span[] = [];
    const { server, url } = await collector(spans);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-trace-'));
    try {
      const run = startTributary(['--once'], {
        DATA_DIR: dataDir,
        DEMO_ACCOUNTS: '3',
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
      });
      expect({ code: await run.exit, output: run.output() }).toMatchObject({ code: 0 });
    } finally {
      server.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
    const namesByTrace = new Map<string, string[]>();
    for (const { traceId, name } of spans)
      namesByTrace.set(traceId, [...(namesByTrace.get(traceId) ?? []), name]);
    const wanted = [
      /^provider-a/,
      /^rule-engine transaction\.upserted/,
      /^transfer-engine transaction\.shaped/,
      /^webhook-dispatcher transaction\.shaped/,
      /^api-gateway transaction\.shaped/,
      /^POST webhook/,
    ];
    const whole = [...namesByTrace.values()].filter((names) =>
      wanted.every((pattern) => names.some((name) => pattern.test(name))),
    );
    expect(whole.length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toMatch(
      /CZ\d{22}|trb_pat_|whsec_|sandbox-secret-key|sandbox-budgeta-token/,
    );
  });
});
