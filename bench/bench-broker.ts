import { commandGroup, ServiceName, topics } from '@tributary/contracts';
import { InProcessBroker } from '@tributary/messaging';

const PARTITIONS = 4;

/** A bus for one service: it delivers what the service consumes, and keeps only `probes` of what it publishes. */
export function brokerFor(
  service: ServiceName,
  probes: Readonly<Record<string, string>> = {},
): InProcessBroker {
  const groups = [service, commandGroup(service)];
  const broker = new InProcessBroker();
  broker.declare(
    topics().map(({ name, consumerGroups }) => ({
      name,
      partitions: PARTITIONS,
      consumerGroups: [
        ...consumerGroups.filter((group) => groups.includes(group)),
        ...[probes[name] ?? []].flat(),
      ],
    })),
  );
  return broker;
}
