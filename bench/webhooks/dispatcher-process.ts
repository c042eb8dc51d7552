import { CommandPayload, CreateWebhookEndpoint, ownerOf } from '@tributary/contracts';
import { CommandClient, InProcessEngine } from '@tributary/messaging';
import { EnvironmentReader, readPlatformConfig, startTelemetry, stopTelemetry } from '@tributary/service';
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';
import { brokerFor } from '../bench-broker';
import { endWithBench } from '../bench-process';
import type { DispatcherRequest } from './dispatcher';
import { publishEvents } from './events';

/**
 * The dispatcher in its own process, as shipped (telemetry, retention, the relay of its events); the bus runs inside
 * the process, so that no broker shares the two cores. Registers endpoints
 * and publishes events on request.
 */
async function main(): Promise<void> {
  startTelemetry('webhook-dispatcher');
  const env = new EnvironmentReader(process.env);
  const config = readWebhookDispatcherConfig(readPlatformConfig('webhook-dispatcher', env), env);
  env.check('webhook-dispatcher');
  const broker = brokerFor('webhook-dispatcher');
  const running = await startWebhookDispatcher(config, { broker });
  const commands = running.app.get(CommandClient);
  const bus = new InProcessEngine(broker);
  process.on('message', (request: DispatcherRequest) => {
    const answer =
      request.kind === 'publish'
        ? publishEvents(bus, request.what)
        : Promise.all(request.urls.map((url) => create(commands, request.userId, url)));
    void answer.then((result) => process.send?.({ result }));
  });
  endWithBench(() => running.stop().then(stopTelemetry));
  process.send?.({ ready: true });
}

async function create(commands: CommandClient, userId: number, url: string): Promise<number> {
  const wanted: CommandPayload<typeof CreateWebhookEndpoint> = {
    url,
    description: null,
    enabled: true,
    events: ['transactions.created'],
    financial_accounts: null,
    type: 'WEBHOOK',
    payload_version: 'v2',
    omit_sensitive_identifiers: false,
    endpoint_limit: 1000,
  };
  const caller = ownerOf(userId);
  const options = { caller, key: url, timeoutMs: 30_000 };
  const { endpoint } = await commands.send(CreateWebhookEndpoint, wanted, options);
  return endpoint.id;
}

void main();
