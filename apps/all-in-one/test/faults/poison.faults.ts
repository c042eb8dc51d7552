import { EVENTS, EventContract, ServiceName, SERVICES } from '@tributary/contracts';
import type { OutgoingMessage } from '@tributary/messaging';
import { randomUUID } from 'node:crypto';
import { schemaOf } from '../../src/services/service-environment';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

/**
 * Messages that no consumer can process: not JSON, an unknown version, and a payload that does not fit. All differ,
 * because an unreadable message is identified by its text, and the same text would be the same message.
 */
const POISONS = [
  () => `{"ref": "${randomUUID()}", "cut off in the mid`,
  ({ topic }: EventContract) => JSON.stringify({ id: randomUUID(), type: topic, version: 999, payload: {} }),
  ({ topic, version }: EventContract) =>
    JSON.stringify({
      id: randomUUID(),
      type: topic,
      version,
      occurredAt: '2026-01-01',
      payload: { id: 'seven' },
    }),
];

/** Fault 7: messages that consumers cannot process, among valid ones. */
export function poisonBetween(rounds: FaultRounds): void {
  it('each service that consumes a bad message stores it once as a dead letter, and the other messages arrive', async () => {
    const { under } = rounds;
    await under.settle();
    const before = await deadLetters(under);
    const published = new Map<ServiceName, number>();
    await rounds.play('poison between the messages', async () => {
      for (let time = rounds.count(1, 10); time > 0; time -= 1) {
        const working = under.work.add(2);
        for (const [consumer, count] of await publishPoison(under)) {
          published.set(consumer, (published.get(consumer) ?? 0) + count);
        }
        await working;
      }
      return { poison: [...published.values()].reduce((sum, count) => sum + count, 0) };
    });
    const after = await deadLetters(under);
    for (const service of SERVICES) {
      const expected = (before.get(service) ?? 0) + (published.get(service) ?? 0);
      expect({ service, letters: after.get(service) }).toEqual({ service, letters: expected });
    }
  });
}

/** Sends one of each kind to every topic; returns how many dead letters each consumer must have. */
async function publishPoison({ engine, random }: SystemUnderFault): Promise<Map<ServiceName, number>> {
  const messages: OutgoingMessage[] = EVENTS.flatMap((contract) =>
    POISONS.map((poison) => ({
      topic: contract.topic,
      key: String(1 + random.below(25)),
      value: poison(contract),
      headers: {},
    })),
  );
  await engine.publish(messages);
  const counts = new Map<ServiceName, number>();
  for (const { consumers } of EVENTS) {
    for (const consumer of consumers) counts.set(consumer, (counts.get(consumer) ?? 0) + POISONS.length);
  }
  return counts;
}

async function deadLetters({ postgres }: SystemUnderFault): Promise<Map<ServiceName, number>> {
  const counts = SERVICES.map(
    async (service) =>
      [service, await postgres.count(`select count(*) from ${schemaOf(service)}.dead_letters`)] as const,
  );
  return new Map(await Promise.all(counts));
}
