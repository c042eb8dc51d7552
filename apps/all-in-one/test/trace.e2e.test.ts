import { freePort } from '@tributary/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitoringExpressions } from '../../../tools/testing/deployments';
import { askedIn, prometheusNames, SentMetric } from '../../../tools/testing/metrics-sent';
import { SERVICES } from '@tributary/contracts';
import { ScrapedRun } from './scraped-run';
import { startTributary } from './started-tributary';
import { SentSpan, TelemetryCollector } from './telemetry-collector';

jest.setTimeout(180_000);

/** Exists only with TLS; database-tls.int.test.ts and kafka-security.int.test.ts check it. */
const WITH_TLS = 'tributary_certificate_remaining_seconds';

describe('telemetry of a whole run', () => {
  const spans: SentSpan[] = [];
  const metrics: SentMetric[] = [];
  let scraped: ScrapedRun;

  beforeAll(async () => {
    const collector = await TelemetryCollector.start((sent) => {
      spans.push(...sent.spans);
      metrics.push(...sent.metrics);
    });
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-trace-'));
    const port = await freePort();
    try {
      const run = startTributary(['--once'], {
        DATA_DIR: dataDir,
        DEMO_ACCOUNTS: '3',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
        METRICS_PORT: String(port),
        METRICS_TOKEN: 'a-token-of-the-operator',
      });
      scraped = await ScrapedRun.of(run, `http://127.0.0.1:${port}/metrics`, 'a-token-of-the-operator');
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

  describe.each([
    ['sent', () => prometheusNames(metrics)],
    ['scraped', () => scraped.names()],
  ])('as it is %s', (_how, names) => {
    it.each(monitoringExpressions())('has the metrics of the alerts and the dashboard: %s', (expression) => {
      const found = names();
      const asked = askedIn(expression);
      expect(asked.metrics.length).toBeGreaterThan(0);
      for (const name of asked.metrics.filter((one) => one !== WITH_TLS)) {
        expect([...found.keys()]).toContain(name);
        expect([...(found.get(name) ?? [])]).toEqual(expect.arrayContaining(asked.labels));
      }
    });
  });

  it('shows metrics of all services at one port, to who has the token', () => {
    expect(scraped.withoutToken).toBe(401);
    expect(scraped.families).toBeGreaterThan(30);
    for (const metric of [
      'tributary_work_waiting',
      'tributary_database_pool',
      'tributary_process_start_time_seconds',
    ])
      expect(scraped.valuesOf(metric, 'service_name')).toEqual(new Set(SERVICES));
    expect(scraped.valuesOf('tributary_consumer_lag', 'group')).toContain('webhook-dispatcher');
  });

  it('has no id, address or secret in labels', () => {
    expect(scraped.labelValues()).not.toMatch(/[A-Z]{2}\d{22}|trb_|whsec_|@|[0-9a-f]{8}-[0-9a-f]{4}|\/\d+/);
  });
});
