import { MeterProvider } from '@opentelemetry/sdk-metrics';
import parse from 'parse-prometheus-text-format';
import { ScrapedMetrics } from './prometheus-text';

describe('a scrape', () => {
  const scraped = new ScrapedMetrics();
  const provider = new MeterProvider({ readers: [scraped] });
  const meter = provider.getMeter('test');
  afterAll(() => provider.shutdown());

  const names = async () => parse(await scraped.text()).map(({ name }) => name);

  it('has the names that a collector makes of OTLP’s: units, and _total for counters', async () => {
    meter.createObservableGauge('a.size', { unit: 'By' }).addCallback((result) => result.observe(5));
    meter.createObservableGauge('a.share', { unit: '1' }).addCallback((result) => result.observe(0.5));
    meter
      .createObservableGauge('a.pool', { unit: '{connection}' })
      .addCallback((result) => result.observe(5));
    meter.createObservableGauge('a.time_seconds', { unit: 's' }).addCallback((result) => result.observe(5));
    meter.createCounter('a.time.spent', { unit: 's' }).add(1);
    meter.createCounter('a.events').add(1);
    meter.createUpDownCounter('a.heap', { unit: 'By' }).add(1);
    meter.createHistogram('a.duration', { unit: 's' }).record(0.2, { a: 'b' }); // the parser cannot read one without labels
    expect(await names()).toEqual([
      'target_info',
      ...['a_size_bytes', 'a_share_ratio', 'a_pool', 'a_time_seconds', 'a_time_spent_seconds_total'],
      ...['a_events_total', 'a_heap_bytes', 'a_duration_seconds'],
    ]);
  });

  it('has no line for what was never measured, and values with any text in their labels', async () => {
    meter.createHistogram('b.never');
    const label = 'a "quote", a \\ and\na line';
    meter.createCounter('b.odd').add(1, { label });
    expect(await names()).not.toContain('b_never');
    const odd = parse(await scraped.text()).find(({ name }) => name === 'b_odd_total');
    expect(odd?.metrics).toEqual([{ labels: { label }, value: '1' }]);
  });

  it('is collected once for all who ask at the same time', async () => {
    let collections = 0;
    meter.createObservableGauge('c').addCallback((result) => result.observe((collections += 1)));
    const texts = await Promise.all([scraped.text(), scraped.text(), scraped.text()]);
    expect(new Set(texts).size).toBe(1);
    expect(collections).toBe(1);
    await scraped.text();
    expect(collections).toBe(2);
  });
});
