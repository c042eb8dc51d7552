import { Admin, ITopicConfig } from 'kafkajs';
import { Clock, monotonicClock } from '../../clock';
import { BusUnfitError } from './kafka-fault';

type TopicAdmin = Pick<Admin, 'listTopics' | 'createTopics' | 'fetchTopicOffsets'>;

/**
 * Time for which one client checks. The library caches the leaders that it has read, so a later check needs a new
 * client.
 */
const LOOKS_FOR_MS = 3000;
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

/** Creates the topics that are missing. @throws BusUnfitError while brokers do not lead all partitions of all of them */
export async function createTopics(
  admin: TopicAdmin,
  wanted: readonly ITopicConfig[],
  clock: Clock = monotonicClock,
): Promise<void> {
  const missing = await missingOf(admin, wanted);
  // kafkajs's own waiting for leaders fails on brokers that announce topics a moment after creating them.
  if (missing.length > 0)
    await admin.createTopics({ topics: missing, waitForLeaders: false }).catch(unlessExists);
  await refuseUnled(
    admin,
    wanted.map(({ topic }) => topic),
    clock,
  );
}

/** Checks one topic at a time, because ten services that start together each check all topics. */
async function refuseUnled(admin: TopicAdmin, topics: readonly string[], clock: Clock): Promise<void> {
  const deadline = clock.now() + LOOKS_FOR_MS;
  for (const topic of topics)
    for (let why = await whyNotLed(admin, topic); why !== null; why = await whyNotLed(admin, topic)) {
      if (clock.now() > deadline) throw new BusUnfitError('no-leader', topic, { cause: why });
      await clock.sleep(LOOK_EVERY_MS);
    }
}

/**
 * Reads the topic's offsets from its leader. Metadata names a leader before that broker leads, and until then it
 * refuses messages, so only its own response counts.
 */
async function whyNotLed(admin: TopicAdmin, topic: string): Promise<unknown> {
  try {
    await admin.fetchTopicOffsets(topic);
    return null;
  } catch (error) {
    return error;
  }
}

/** Ignores the error that a topic exists, because another instance may have created it in the meantime. */
function unlessExists(error: unknown): void {
  const text = error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : '';
  if (!/already exists/i.test(text)) throw error;
}
