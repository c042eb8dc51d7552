import { INVALID_SPAN_CONTEXT, metrics, trace, TracerProvider } from '@opentelemetry/api';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { metricViews } from './metric-views';

/** Measures for scrapes, and sends nothing: outgoing requests have no trace in their headers, as without telemetry. */
export function startScraping(service: string, reader: MetricReader): MeterProvider {
  const provider = new MeterProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    readers: [reader],
    views: metricViews(),
  });
  metrics.setGlobalMeterProvider(provider);
  const outgoing = new UndiciInstrumentation();
  outgoing.setTracerProvider(UNTRACED);
  for (const measuring of [outgoing, new RuntimeNodeInstrumentation()]) measuring.setMeterProvider(provider);
  return provider;
}

/** The API's own no-op tracer would hand on the trace that it finds. */
const UNTRACED: TracerProvider = {
  getTracer: () => ({
    startSpan: () => trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
    startActiveSpan: () => {
      throw new Error('outgoing requests open no span that is active');
    },
  }),
};
