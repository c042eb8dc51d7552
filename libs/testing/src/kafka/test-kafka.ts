import { randomBytes } from 'node:crypto';
import { whyNoKafkaBroker } from './kafka-broker';
import { askForTestResource } from '../test-resource';

const BROKER_START_MS = 300_000;

let looked: { readonly why: string | undefined } | undefined;

/**
 * Returns why this run has no Kafka, or undefined if it has or can start one. It is checked when the first suite needs
 * it.
 */
export function kafkaUnavailable(): string | undefined {
  looked ??= { why: process.env.KAFKA_BROKERS ? undefined : whyNoKafkaBroker() };
  return looked.why;
}

/** Returns the brokers of the run's only Kafka: `KAFKA_BROKERS`, else the jars with Java and Maven, else Docker. */
export function testKafka(): Promise<string> {
  return askForTestResource('kafka');
}

/**
 * Declares a suite that needs Kafka. Without Kafka the suite is reported as skipped, with its name and the reason; in
 * CI (`CI=true`) this is an error, because a green run must have tested everything.
 */
export function describeKafka(name: string, suite: () => void): void {
  const reason = kafkaUnavailable();
  if (reason === undefined) {
    return describe(name, () => {
      // The first suite waits for the broker, and on a new machine for its jars, so the start has its own time limit.
      beforeAll(() => testKafka(), BROKER_START_MS);
      suite();
    });
  }
  if (process.env.CI === 'true') throw new Error(`"${name}" needs Kafka, and there is none: ${reason}`);
  describe.skip(`${name} (skipped, no Kafka: ${reason})`, suite);
}

/** Returns a prefix for the topics and groups of one test, because all suites share the broker. */
export function uniquePrefix(label = 'test'): string {
  return `${label}.${randomBytes(5).toString('hex')}.`;
}
