import { readApiGatewayConfig, startApiGateway } from '@tributary/api-gateway';
import { topics } from '@tributary/contracts';
import { InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { endWithBench } from '../bench-process';

/** What the bench publishes: an event as its owner does. */
export interface PublishedEvent {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
}

/** The gateway with the console, in a process of its own; the bench publishes on its bus. */
async function main(): Promise<void> {
  const env = new EnvironmentReader(process.env);
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  env.check('api-gateway');
  const broker = new InProcessBroker();
  broker.declare(
    topics().map(({ consumerGroups, ...topic }) => ({
      ...topic,
      partitions: 2,
      consumerGroups: consumerGroups.filter((group) => group.startsWith('api-gateway')),
    })),
  );
  const running = await startApiGateway(config, { broker });
  const engine = new InProcessEngine(broker);
  process.on('message', ({ topic, key, value }: PublishedEvent) => {
    void engine.publish([{ topic, key, headers: {}, value }]);
  });
  process.send?.({ url: running.url });
  endWithBench(() => running.stop());
}

void main();
