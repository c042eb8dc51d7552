import { COMMANDED, commandTopic, EVENTS, ServiceName, SERVICES, topics } from '@tributary/contracts';
import { describeKafka, eventually, SecuredKafka, startSecuredKafka } from '@tributary/testing';
import { Kafka, logLevel } from 'kafkajs';
import { Batch } from '../../src/bus-engine';
import { KafkaEngine } from '../../src/engines/kafka/kafka-engine';
import { REPLY_TOPIC } from '../../src/engines/kafka/kafka-reply-channel';
import { clientSecurity, KafkaSecurity } from '../../src/engines/kafka/kafka-security';
import { topicSpecs } from '../../src/topic-specs';
import { busAccess, grantKafkaAccess, kafkaAccess } from '../../src/operations/kafka-access';

jest.setTimeout(120_000);

const ALL = [...topics().map(({ name }) => name), REPLY_TOPIC];

it('the table grants only what is in a contract', () => {
  for (const { topic, producer, consumers } of EVENTS) {
    const writers = SERVICES.filter((service) => busAccess(service).writes.includes(topic));
    const readers = SERVICES.filter((service) => busAccess(service).reads.includes(topic));
    expect({ topic, writers, readers: readers.sort() }).toEqual({
      topic,
      writers: [producer],
      readers: [...consumers].sort(),
    });
  }
  for (const service of COMMANDED) {
    const topic = commandTopic(service);
    expect(SERVICES.filter((name) => busAccess(name).writes.includes(topic))).toEqual(['api-gateway']);
    expect(SERVICES.filter((name) => busAccess(name).reads.includes(topic))).toEqual([service]);
  }
});

describeKafka('the users of services at brokers that hold them to the table', () => {
  let kafka: SecuredKafka;

  beforeAll(async () => {
    kafka = await startSecuredKafka(SERVICES);
    const { brokers } = kafka.broker;
    const security = securityOf(kafka.admin);
    const engine = new KafkaEngine({ brokers: [brokers], clientId: 'test', security });
    await engine.ensureTopics(topicSpecs(1));
    await engine.publish(ALL.map((topic) => ({ topic, key: '1', value: '{}', headers: {} })));
    await groupsFormAt(engine);
    await engine.close();
    expect(await grantKafkaAccess({ brokers: [brokers], security })).toEqual({
      granted: kafkaAccess().length,
      withdrawn: 0,
    });
  });
  afterAll(() => kafka?.stop());

  const securityOf = (user: string): KafkaSecurity => ({
    tls: { ca: kafka.ca },
    signIn: { mechanism: 'scram-sha-512', username: user, password: kafka.passwordOf(user) },
  });
  const clientOf = (user: string): Kafka =>
    new Kafka({
      brokers: [kafka.broker.brokers],
      ...clientSecurity(securityOf(user)),
      logLevel: logLevel.NOTHING,
      retry: { retries: 1 },
    });

  it.each(SERVICES)('%s produces to its own topics and to no other', async (service) => {
    const producer = clientOf(service).producer();
    await producer.connect();
    const taken: string[] = [];
    const refused = new Set<string>();
    for (const topic of ALL) {
      await producer.send({ topic, messages: [{ value: '{}' }] }).then(
        () => taken.push(topic),
        (error: unknown) => refused.add(typeOf(error)),
      );
    }
    await producer.disconnect();
    expect(taken.sort()).toEqual([...busAccess(service).writes].sort());
    expect([...refused]).toEqual(['TOPIC_AUTHORIZATION_FAILED']);
  });

  it.each(SERVICES)('%s consumes what its contracts allow', async (service) => {
    const { reads, groups } = busAccess(service);
    const [group = ''] = groups;
    expect(await takenBy(service, group, reads)).toEqual([...reads].sort());
  });

  it.each(SERVICES)(
    '%s consumes neither another service’s messages nor with another’s group',
    async (service) => {
      const { reads, groups } = busAccess(service);
      const [group = ''] = groups;
      const foreign = ALL.filter((topic) => !reads.includes(topic));
      const commands = foreign.find((topic) => topic.endsWith('.commands')) ?? '';
      for (const topic of [commands, foreign.find((one) => one !== commands) ?? ''])
        expect([topic, await takenBy(service, group, [topic])]).toEqual([
          topic,
          'TOPIC_AUTHORIZATION_FAILED',
        ]);
      const another = SERVICES.find((name) => name !== service) ?? '';
      const [own = ''] = reads;
      // The client's word for a group that the broker does not let it ask for.
      expect(await takenBy(service, another, [own])).toContain('Failed to find group coordinator');
    },
  );

  it('a service cannot sign in with another’s password', async () => {
    const security = securityOf('rule-engine');
    const wrong = { ...security.signIn!, username: 'ingestion-sync' };
    const client = new Kafka({
      brokers: [kafka.broker.brokers],
      ...clientSecurity({ ...security, signIn: wrong }),
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
    });
    await expect(client.admin().connect()).rejects.toThrow(/authentication failed/i);
  });

  it('applying the table again revokes rights that it no longer has', async () => {
    const brokers = [kafka.broker.brokers];
    const security = securityOf(kafka.admin);
    const admin = clientOf(kafka.admin).admin();
    await admin.connect();
    const [entry] = kafkaAccess();
    await admin.createAcls({ acl: [{ ...entry!, resourceName: 'of-an-older-version' }] });
    expect(await grantKafkaAccess({ brokers, security })).toMatchObject({ withdrawn: 1 });
    expect(await grantKafkaAccess({ brokers, security })).toMatchObject({ withdrawn: 0 });
    await admin.disconnect();
  });

  /** A new broker takes a moment until its first group can form. */
  async function groupsFormAt(engine: KafkaEngine): Promise<void> {
    let seen = 0;
    const onBatch = async (batch: Batch): Promise<void> => void (seen += batch.messages.length);
    const consumption = await engine.consume({
      group: 'first',
      topics: [REPLY_TOPIC],
      concurrency: 1,
      onBatch,
    });
    await eventually(() => expect(seen).toBeGreaterThan(0), { timeoutMs: 30_000 });
    await consumption.stop();
  }

  /** The topics that a message came from, or why none does. */
  async function takenBy(
    user: ServiceName,
    groupId: string,
    from: readonly string[],
  ): Promise<string[] | string> {
    const consumer = clientOf(user).consumer({ groupId, retry: { retries: 0 } });
    const seen = new Set<string>();
    let refusal = '';
    consumer.on('consumer.crash', ({ payload }) => void (refusal ||= typeOf(payload.error)));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...from], fromBeginning: true });
      await consumer.run({ eachMessage: async ({ topic }) => void seen.add(topic) });
    } catch (error) {
      refusal ||= typeOf(error);
    }
    await eventually(() => expect(refusal !== '' || seen.size === from.length).toBe(true), {
      timeoutMs: 20_000,
    });
    await consumer.disconnect();
    return refusal === '' ? [...seen].sort() : refusal;
  }
});

function typeOf(error: unknown): string {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return type ?? (cause === undefined ? String(error) : typeOf(cause));
}
