import { createTopics } from './kafka-topics';

/** A broker that creates topics at once, is named as their leader at once, and leads them after so many questions. */
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
    fetchTopicMetadata: () => {
      const partitions = [{ partitionErrorCode: 0, partitionId: 0, leader: 1, replicas: [1], isr: [1] }];
      return Promise.resolve({ topics: [...topics].map((name) => ({ name, partitions })) });
    },
    fetchTopicOffsets: (topic: string) => {
      asked.push(topic);
      return asked.filter((one) => one === topic).length > questions
        ? Promise.resolve([])
        : Promise.reject(new Error('This server is not the leader for that topic-partition'));
    },
  };
}

describe('topics that are created', () => {
  it('are there once their brokers lead them, not once metadata name a leader', async () => {
    const broker = brokerThatLeadsAfter(2);
    await createTopics(broker, [{ topic: 'one' }, { topic: 'two' }]);
    expect(broker.asked.sort()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });

  it('are not waited for where they were there', async () => {
    const broker = brokerThatLeadsAfter(0);
    await broker.createTopics({ topics: [{ topic: 'one' }] });
    await createTopics(broker, [{ topic: 'one' }]);
    expect(broker.asked).toEqual([]);
  });
});
