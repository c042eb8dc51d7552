import { createTopics } from './kafka-topics';

/** A broker that creates topics at once, and leads them after so many questions. */
function brokerThatLeadsAfter(questions: number) {
  const topics = new Set<string>();
  const asked: string[] = [];
  return {
    asked,
    listTopics: () => Promise.resolve([...topics]),
    createTopics: ({ topics: wanted }: { topics: { topic: string }[] }) => {
      for (const { topic } of wanted) topics.add(topic);
      return Promise.resolve(true);
    },
    fetchTopicOffsets: (topic: string) => {
      asked.push(topic);
      return asked.filter((one) => one === topic).length > questions
        ? Promise.resolve([])
        : Promise.reject(new Error('This server is not the leader for that topic-partition'));
    },
  };
}

describe('topics that services need', () => {
  it('are there once brokers lead them, not once they are created', async () => {
    const broker = brokerThatLeadsAfter(2);
    await createTopics(broker, [{ topic: 'one' }, { topic: 'two' }]);
    expect(broker.asked.sort()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });

  it('are waited for where another instance has only just created them', async () => {
    const broker = brokerThatLeadsAfter(2);
    await broker.createTopics({ topics: [{ topic: 'one' }] });
    await createTopics(broker, [{ topic: 'one' }]);
    expect(broker.asked).toEqual(['one', 'one', 'one']);
  });

  it('are looked at by a new client where this one does not see them led', async () => {
    const broker = brokerThatLeadsAfter(Infinity);
    let now = 0;
    const clock = { now: () => now, sleep: (ms: number) => Promise.resolve(void (now += ms)) };
    await expect(createTopics(broker, [{ topic: 'one' }], clock)).rejects.toMatchObject({
      fault: 'no-leader',
    });
  });
});
