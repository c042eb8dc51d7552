import {
  context,
  Context,
  propagation,
  ROOT_CONTEXT,
  Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** The tracer is read each time: telemetry may start after this module was loaded, and again after it was stopped. */
const tracer = () => trace.getTracer('tributary.messaging');

/** The headers (W3C `traceparent`) that carry a trace across the bus. */
export function traceHeaders(source: Context = context.active()): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(source, headers);
  return headers;
}

/** The trace of a message's headers. */
export function traceOf(headers: Readonly<Record<string, string>>): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** Starts a span for consuming a message, as a child of the span that sent it. */
export function startConsumerSpan(
  name: string,
  headers: Readonly<Record<string, string>>,
): { span: Span; trace: Context } {
  const parent = traceOf(headers);
  const span = tracer().startSpan(name, { kind: SpanKind.CONSUMER }, parent);
  return { span, trace: trace.setSpan(parent, span) };
}

/** Runs the work in a separate span; a throw marks the span as failed. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  parent: Context,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(name, { kind }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    throw error;
  } finally {
    span.end();
  }
}
