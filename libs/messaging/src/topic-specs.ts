import { topics } from '@tributary/contracts';
import { TopicSpec } from './bus-engine';

/** All topics of the system, with as many partitions as services are to work side by side. */
export function topicSpecs(partitions: number): TopicSpec[] {
  return topics().map((topic) => ({ ...topic, partitions }));
}
