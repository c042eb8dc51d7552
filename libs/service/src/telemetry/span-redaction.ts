import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { redacted } from '../logs/redaction';

/** Attributes with whole addresses: a trace contains only their origin, because paths and queries may contain secrets. */
const ADDRESSES = ['url.full', 'http.url'];
const PARTS_OF_ADDRESSES = ['url.path', 'url.query', 'http.target'];

/** Runs before all exporters, and removes secrets from every instrumentation's spans. */
export class SpanRedaction implements SpanProcessor {
  onStart(): void {
    // A span is processed when it has all its attributes.
  }

  onEnd({ attributes, events, status }: ReadableSpan): void {
    redact(attributes);
    for (const event of events) redact(event.attributes ?? {});
    if (status.message !== undefined) status.message = redacted(status.message);
  }

  async forceFlush(): Promise<void> {
    // The processor has no state.
  }

  async shutdown(): Promise<void> {
    // The processor has no state.
  }
}

function redact(attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (PARTS_OF_ADDRESSES.includes(name)) delete attributes[name];
    else if (typeof value === 'string')
      attributes[name] = ADDRESSES.includes(name) ? originOf(value) : redacted(value);
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '[redacted]';
}
