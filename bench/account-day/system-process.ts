import { createTributaryClient } from '@tributary/client';
import { ConfigureAccounts, ownerOf } from '@tributary/contracts';
import { provisionSchemas } from '@tributary/persistence';
import { startTelemetry } from '@tributary/service';
import { mkdirSync } from 'node:fs';
import { DataDir } from '../../apps/all-in-one/src/data-dir';
import { ensureDemoUser } from '../../apps/all-in-one/src/demo/demo-user';
import { SandboxControl } from '../../apps/all-in-one/src/demo/sandbox-control';
import { accountsOf, BankAccount, SetUp } from '../../apps/all-in-one/src/demo/set-up';
import { SCHEMAS, schemaOf } from '../../apps/all-in-one/src/services/service-environment';
import { sandboxElsewhere } from '../../apps/all-in-one/src/child-processes/sandbox';
import { endWithBench } from '../bench-process';
import { startSystem } from '../start-system';

/**
 * All of Tributary, in this process or as five on Kafka, for `bench -- account-day`: sets up one user with a bank, a rule,
 * a budget and an endpoint. The sandbox is elsewhere.
 */
export interface StartedDay {
  readonly gatewayUrl: string;
  readonly userId: number;
  readonly token: string;
  /** Of the user, with the bank's ids. */
  readonly accounts: readonly BankAccount[];
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

export const INSTITUTION_ACCOUNTS = 4;

async function main(): Promise<void> {
  const [postgresUrl = '', directory = '', kafkaBrokers = ''] = process.argv.slice(2);
  const { BENCH_SANDBOX: addresses = '{}', BENCH_RECEIVER: receiverUrl = '' } = process.env;
  startTelemetry('tributary');
  const dataDir = new DataDir(directory);
  mkdirSync(dataDir.path('logs'), { recursive: true });
  const secrets = dataDir.secrets();
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(postgresUrl, owners);
  const sandbox = sandboxElsewhere(addresses);
  const system = await startSystem({ databaseUrls, secrets, sandbox, apiPort: 0 }, kafkaBrokers, dataDir);
  const { userId, token } = await ensureDemoUser(dataDir, databaseUrls.get(schemaOf('api-gateway')) ?? '');
  const rest = createTributaryClient({ baseUrl: `${system.gatewayUrl}/api/v1`, token });
  await new SetUp({
    dataDir,
    commands: system.commands,
    rest,
    control: new SandboxControl(sandbox),
    userId,
    institution: `BERKA_${INSTITUTION_ACCOUNTS}`,
    receiverUrl,
    report: () => undefined,
  }).run();
  const accounts: BankAccount[] = [];
  for await (const account of accountsOf(rest)) accounts.push(account);
  const pending = { sync_pending_transactions: true };
  await system.commands.send(
    ConfigureAccounts,
    { connectionId: null, financialAccountIds: accounts.map(({ id }) => Number(id)), config: pending },
    { caller: ownerOf(userId), key: 'bench-pending', timeoutMs: 30_000 },
  );
  const started: StartedDay = {
    gatewayUrl: system.gatewayUrl,
    userId,
    token,
    accounts,
    processes: (await system.measures()).map(({ name, pid }) => ({ name, pid })),
  };
  endWithBench(() => system.stop());
  process.send?.(started);
}

void main();
