import { topics } from '@tributary/contracts';
import { TopicSpec } from './bus-engine';

/** All topics of the system, with as many partitions as consumers may run in parallel. */
export function topicSpecs(partitions: number): TopicSpec[] {
  return topics().map((topic) => ({ ...topic, partitions }));
}
