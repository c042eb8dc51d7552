import { Admin, ITopicConfig } from 'kafkajs';
import { BusUnfitError } from './kafka-fault';

const READY_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** @throws BusUnfitError naming the topics that are missing. */
export async function refuseMissingTopics(admin: Admin, wanted: readonly ITopicConfig[]): Promise<void> {
  const missing = await missingOf(admin, wanted);
  if (missing.length > 0)
    throw new BusUnfitError('missing-topics', missing.map(({ topic }) => topic).join(', '));
}

async function missingOf(admin: Admin, wanted: readonly ITopicConfig[]): Promise<ITopicConfig[]> {
  const existing = new Set(await admin.listTopics());
  return wanted.filter(({ topic }) => !existing.has(topic));
}

/** Creates the topics that are missing and waits until every partition has a leader. */
export async function createTopics(admin: Admin, wanted: readonly ITopicConfig[]): Promise<void> {
  const missing = await missingOf(admin, wanted);
  if (missing.length === 0) return;
  // kafkajs's own waiting for leaders fails on brokers that announce topics a moment after creating them.
  await admin.createTopics({ topics: missing, waitForLeaders: false }).catch(unlessExists);
  await untilLed(
    admin,
    missing.map(({ topic }) => topic),
  );
}

async function untilLed(admin: Admin, topics: string[]): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      const metadata = await admin.fetchTopicMetadata({ topics });
      if (metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error('the new topics got no leader: is the cluster healthy?');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Another instance may have created the topics meanwhile. */
function unlessExists(error: unknown): void {
  const text = error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : '';
  if (!/already exists/i.test(text)) throw error;
}
