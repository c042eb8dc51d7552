import { ServiceName, SERVICES } from '@tributary/contracts';
import { InProcessBroker } from '@tributary/messaging';
import { schemaOf } from '../../apps/all-in-one/src/services/service-environment';
import { startHosted } from '../../apps/all-in-one/src/services/hosted-service';
import { endWithBench } from '../bench-process';

/**
 * The owners and a gateway that fills the model, in a process of their own; requests are answered by another gateway on
 * the same schema. `<SERVICE>_DATABASE_URL` says where each is.
 */
async function main(): Promise<void> {
  const broker = new InProcessBroker();
  const running = await Promise.all(
    SERVICES.map((service) => startHosted(service, environmentOf(service), { broker })),
  );
  process.send?.({ ready: SERVICES.length });
  endWithBench(() => Promise.all(running.map((service) => service.stop())));
}

function environmentOf(service: ServiceName): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: process.env[`${schemaOf(service).toUpperCase()}_DATABASE_URL`] };
}

void main();
