import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitoringExpressions } from '../../../tools/testing/deployments';
import { askedIn, prometheusNames, SentMetric } from '../../../tools/testing/metrics-sent';
import { startTributary } from './started-tributary';
import { SentSpan, TelemetryCollector } from './telemetry-collector';

jest.setTimeout(180_000);

/** Only where the bus is Kafka; metrics.int.test.ts of libs/service has it. */
const ON_KAFKA = 'tributary_consumer_lag';

describe('telemetry of a whole run', () => {
  const spans: SentSpan[] = [];
  const metrics: SentMetric[] = [];

  beforeAll(async () => {
    const collector = await TelemetryCollector.start((sent) => {
      spans.push(...sent.spans);
      metrics.push(...sent.metrics);
    });
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-trace-'));
    try {
      const run = startTributary(['--once'], {
        DATA_DIR: dataDir,
        DEMO_ACCOUNTS: '3',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
      });
      expect({ code: await run.exit, output: run.output() }).toMatchObject({ code: 0 });
    } finally {
      await collector.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('has one trace from the provider call to the webhook, across the bus, without secrets', () => {
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

  it('traces database statements, without their values', () => {
    const statements = spans.filter(({ attributes = [] }) =>
      attributes.some(({ key }) => key.startsWith('db.')),
    );
    expect(statements.length).toBeGreaterThan(0);
  });

  it.each(monitoringExpressions())('has the metrics of the alerts and the dashboard: %s', (expression) => {
    const sent = prometheusNames(metrics);
    const asked = askedIn(expression);
    expect(asked.metrics.length).toBeGreaterThan(0);
    for (const name of asked.metrics.filter((one) => one !== ON_KAFKA)) {
      expect([...sent.keys()]).toContain(name);
      expect([...(sent.get(name) ?? [])]).toEqual(expect.arrayContaining(asked.labels));
    }
  });
});
