import { randomBytes } from 'node:crypto';
import { whyNoKafkaBroker } from './kafka-broker';
import { askForTestResource } from '../test-resource';

const BROKER_START_MS = 300_000;

let looked: { readonly why: string | undefined } | undefined;

/** Why this run has no Kafka, or undefined if it has (or will start) one. Looked for when a suite first needs to know. */
export function kafkaUnavailable(): string | undefined {
  looked ??= { why: process.env.KAFKA_BROKERS ? undefined : whyNoKafkaBroker() };
  return looked.why;
}

/** Brokers of the one Kafka of this run: `KAFKA_BROKERS`, else the jars with Java and Maven, else Docker. */
export function testKafka(): Promise<string> {
  return askForTestResource('kafka');
}

/**
 * A suite that needs Kafka. Where none is to be had it is reported as skipped, by name and with the reason; in CI
 * (`CI=true`) that is an error instead, since a green run must have shown what it claims.
 */
export function describeKafka(name: string, suite: () => void): void {
  const reason = kafkaUnavailable();
  if (reason === undefined) {
    return describe(name, () => {
      // The first to ask waits for the broker, on a new machine also for its jars: that is not the suite's time.
      beforeAll(() => testKafka(), BROKER_START_MS);
      suite();
    });
  }
  if (process.env.CI === 'true') throw new Error(`"${name}" needs Kafka, and there is none: ${reason}`);
  describe.skip(`${name} (skipped, no Kafka: ${reason})`, suite);
}

/** A prefix for topics and groups of one test, since all suites share the broker. */
export function uniquePrefix(label = 'test'): string {
  return `${label}.${randomBytes(5).toString('hex')}.`;
}
