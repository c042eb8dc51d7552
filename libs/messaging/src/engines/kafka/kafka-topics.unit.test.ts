import { Admin } from 'kafkajs';
import { refuseMissingTopics } from './kafka-topics';

/** Of brokers that show one more topic at each look. */
function adminSlowlyShowing(topics: readonly string[]): Admin {
  let looks = 0;
  const listTopics = (): Promise<string[]> => Promise.resolve(topics.slice(0, looks++));
  return { listTopics } as Partial<Admin> as Admin;
}

describe('a service that may not create topics', () => {
  it('waits for topics that brokers show a moment after they were created', async () => {
    const admin = adminSlowlyShowing(['first', 'second']);
    await refuseMissingTopics(admin, [{ topic: 'first' }, { topic: 'second' }]);
  });

  it('gives up in time, and names those that are missing', async () => {
    const refused = refuseMissingTopics(
      adminSlowlyShowing(['first']),
      [{ topic: 'first' }, { topic: 'second' }],
      100,
    );
    await expect(refused).rejects.toThrow(/topics are missing: second;/);
  });
});
