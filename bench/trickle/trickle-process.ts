import { createTributaryClient, dataOf } from '@tributary/client';
import { provisionSchemas } from '@tributary/persistence';
import { startTelemetry } from '@tributary/service';
import { mkdirSync } from 'node:fs';
import { DataDir } from '../../apps/all-in-one/src/data-dir';
import { ensureDemoUser } from '../../apps/all-in-one/src/demo/demo-user';
import { SandboxControl } from '../../apps/all-in-one/src/demo/sandbox-control';
import { accountsOf, SetUp } from '../../apps/all-in-one/src/demo/set-up';
import { SCHEMAS, schemaOf } from '../../apps/all-in-one/src/services/service-environment';
import { startSandboxProcess } from '../../apps/all-in-one/src/child-processes/sandbox';
import { endWithBench } from '../bench-process';
import { startSystem } from '../start-system';
import type { StartedTrickle } from './trickle-system';

/** All of Tributary, in this process or as five on Kafka, set up at a bank of the sandbox: for `bench -- trickle`. */
const INSTITUTION = 'BERKA_100';

async function main(): Promise<void> {
  const [postgresUrl = '', scratch = '', kafkaBrokers = ''] = process.argv.slice(2);
  startTelemetry('tributary');
  const dataDir = new DataDir(scratch);
  mkdirSync(dataDir.path('logs'), { recursive: true });
  const secrets = dataDir.secrets();
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(postgresUrl, owners);
  const sandbox = await startSandboxProcess(dataDir, 0, {
    environment: { SANDBOX_DAILY_CALLS: '1000000', SANDBOX_REQUESTS_PER_HOUR: '1000000' },
  });
  const settings = { databaseUrls, secrets, sandbox, apiPort: 0 };
  const system = await startSystem(settings, kafkaBrokers, dataDir);
  const { userId, token } = await ensureDemoUser(dataDir, databaseUrls.get(schemaOf('api-gateway')) ?? '');
  const rest = createTributaryClient({ baseUrl: `${system.gatewayUrl}/api/v1`, token });
  await new SetUp({
    dataDir,
    commands: system.commands,
    rest,
    control: new SandboxControl(sandbox),
    userId,
    institution: INSTITUTION,
    receiverUrl: sandbox.receiverUrl,
    report: () => undefined,
  }).run();
  const url = process.env.BENCH_RECEIVER;
  if (!url) throw new Error('BENCH_RECEIVER is not set');
  await dataOf(rest.POST('/webhooks', { body: { url, events: ['transactions.created'] } }));
  const accounts: StartedTrickle['accounts'][number][] = [];
  for await (const { id, bankId } of accountsOf(rest)) accounts.push({ id, bankId });
  const started: StartedTrickle = {
    gatewayUrl: system.gatewayUrl,
    token,
    controlUrl: sandbox.controlUrl,
    accounts,
    processes: (await system.measures()).map(({ name, pid }) => ({ name, pid })),
  };
  endWithBench(() => sandbox.child.stop().then(() => system.stop()));
  process.send?.(started);
}

void main();
