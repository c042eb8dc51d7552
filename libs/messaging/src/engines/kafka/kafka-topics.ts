import { Admin, ITopicConfig } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import { BusUnfitError } from './kafka-fault';

type TopicAdmin = Pick<Admin, 'listTopics' | 'createTopics' | 'fetchTopicMetadata' | 'fetchTopicOffsets'>;

const READY_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** @throws BusUnfitError naming the topics that are missing. */
export async function refuseMissingTopics(
  admin: Pick<Admin, 'listTopics'>,
  wanted: readonly ITopicConfig[],
): Promise<void> {
  const missing = await missingOf(admin, wanted);
  if (missing.length > 0)
    throw new BusUnfitError('missing-topics', missing.map(({ topic }) => topic).join(', '));
}

async function missingOf(
  admin: Pick<Admin, 'listTopics'>,
  wanted: readonly ITopicConfig[],
): Promise<ITopicConfig[]> {
  const existing = new Set(await admin.listTopics());
  return wanted.filter(({ topic }) => !existing.has(topic));
}

/** Creates the topics that are missing, and waits until brokers lead all of their partitions. @throws Error if they do not in time */
export async function createTopics(admin: TopicAdmin, wanted: readonly ITopicConfig[]): Promise<void> {
  const missing = await missingOf(admin, wanted);
  if (missing.length === 0) return;
  // kafkajs's own waiting for leaders fails on brokers that announce topics a moment after creating them.
  await admin.createTopics({ topics: missing, waitForLeaders: false }).catch(unlessExists);
  const deadline = Date.now() + READY_WITHIN_MS;
  await Promise.all(missing.map(({ topic }) => untilLed(admin, topic, deadline)));
}

async function untilLed(admin: TopicAdmin, topic: string, deadline: number): Promise<void> {
  for (;;) {
    const why = await whyNotLed(admin, topic);
    if (why === null) return;
    if (Date.now() > deadline)
      throw new Error('the new topics got no leader: is the cluster healthy?', { cause: why });
    await delay(LOOK_EVERY_MS);
  }
}

/** Metadata name a leader before that broker leads, and until then it refuses messages: only its own answer counts. */
async function whyNotLed(admin: TopicAdmin, topic: string): Promise<unknown> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const isNamed = topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
    if (!isNamed) return new Error('a partition has no leader');
    await admin.fetchTopicOffsets(topic);
    return null;
  } catch (error) {
    return error;
  }
}

/** Another instance may have created the topics meanwhile. */
function unlessExists(error: unknown): void {
  const text = error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : '';
  if (!/already exists/i.test(text)) throw error;
}
