import { CommandPayload, CreateWebhookEndpoint, topics, ownerOf } from '@tributary/contracts';
import { CommandClient, InProcessBroker } from '@tributary/messaging';
import { EnvironmentReader, readPlatformConfig, startTelemetry, stopTelemetry } from '@tributary/service';
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';

/**
 * The dispatcher in a process of its own, with all that it ships with (telemetry, retention, the relay of its events);
 * the bus is the one inside the process, so that no broker shares the two cores. Registers endpoints when told to.
 */
async function main(): Promise<void> {
  startTelemetry('webhook-dispatcher');
  const env = new EnvironmentReader(process.env);
  const config = readWebhookDispatcherConfig(readPlatformConfig('webhook-dispatcher', env), env);
  env.check('webhook-dispatcher');
  const broker = new InProcessBroker();
  broker.declare(
    topics().map(({ name, consumerGroups }) => ({
      name,
      partitions: config.partitions,
      consumerGroups: name.endsWith('.commands') ? consumerGroups : [],
    })),
  );
  const running = await startWebhookDispatcher(config, { broker });
  const commands = running.app.get(CommandClient);
  process.on('message', ({ urls }: { urls: readonly string[] }) => {
    void Promise.all(urls.map((url) => create(commands, url))).then((ids) => process.send?.({ ids }));
  });
  const stop = (): void =>
    void running
      .stop()
      .then(stopTelemetry)
      .finally(() => process.exit());
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  process.send?.({ ready: true });
}

async function create(commands: CommandClient, url: string): Promise<number> {
  const wanted: CommandPayload<typeof CreateWebhookEndpoint> = {
    url,
    description: null,
    enabled: true,
    events: ['transactions.created'],
    financialAccountIds: null,
    type: 'WEBHOOK',
    payloadVersion: 'v2',
    omitSensitiveIdentifiers: false,
    endpointLimit: 1000,
  };
  const caller = ownerOf(1);
  const options = { caller, key: url, timeoutMs: 30_000 };
  const { endpoint } = await commands.send(CreateWebhookEndpoint, wanted, options);
  return endpoint.id;
}

void main();
