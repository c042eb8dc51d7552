import { SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { startTelemetry, stopTelemetry } from '@tributary/service';
import { IngestionFixture } from '../ingestion.fixture';

it('the events of a sync belong to the trace of its provider calls', async () => {
  const spans = new InMemorySpanExporter();
  startTelemetry('test', { spanProcessors: [new SimpleSpanProcessor(spans)] });
  const fixture = await IngestionFixture.start();
  try {
    await fixture.connect('BERKA_3');
    await fixture.settled();
    const calls = spans.getFinishedSpans().filter(({ name }) => name === 'provider-a GET transactions');
    expect(calls).toHaveLength(18);
    expect(calls.every(({ kind }) => kind === SpanKind.CLIENT)).toBe(true);
    const traces = new Set(calls.map((span) => span.spanContext().traceId));
    expect(traces.size).toBe(3);
    const published = fixture.received.filter(({ contract }) => contract.topic === 'transaction.upserted');
    expect(published.length).toBeGreaterThan(0);
    for (const { message } of published) {
      expect(traces).toContain(message.headers.traceparent?.split('-')[1]);
    }
    const texts = spans
      .getFinishedSpans()
      .map(({ name, attributes }) => `${name} ${JSON.stringify(attributes)}`);
    expect(texts.filter((text) => text.includes('accounts/'))).toEqual([]);
  } finally {
    await fixture.close();
    await stopTelemetry();
    trace.disable();
  }
});
