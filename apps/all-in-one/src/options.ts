import { EnvironmentReader } from '@tributary/service';
import path from 'node:path';

/** The options of `npm start`. */
export interface StartOptions {
  /** Whether to verify and exit. */
  readonly once: boolean;
  /** Whether to start five processes on a real Kafka instead of one process. */
  readonly kafka: boolean;
  readonly apiPort: number;
  readonly sandboxPort: number;
  /** The ready message of a running sandbox, which `npm run dev` reuses over restarts; null: one is started. */
  readonly sandbox: string | null;
  /** The directory of data, secrets and logs. */
  readonly dataDir: string;
  /** The Postgres to use instead of the embedded one; a superuser's or the database owner's URL. */
  readonly databaseUrl: string | null;
  /** The brokers to use instead of starting one. */
  readonly kafkaBrokers: string | null;
  /** The number of the demo bank's accounts to connect; null for all. */
  readonly demoAccounts: number | null;
}

/** The command line has an unknown option or a wrong value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const USAGE = `usage: npm start [-- [--once] [--kafka]]
  --once    connect, sync and verify the demo, then exit: 0 only if all of it holds
  --kafka   the same as five processes on a real Kafka
environment: API_PORT (3000), SANDBOX_PORT (4010; 0 means any free one), DATA_DIR (.data),
             DATABASE_URL, KAFKA_BROKERS, DEMO_ACCOUNTS`;

export function readOptions(words: readonly string[], environment: NodeJS.ProcessEnv): StartOptions {
  const unknown = words.find((word) => !['--once', '--kafka'].includes(word));
  if (unknown !== undefined) throw new UsageError(`unknown option ${unknown}\n${USAGE}`);
  const env = new EnvironmentReader(environment);
  const port = (name: string, fallback: number): number =>
    env.integer(name, fallback, { min: 0, max: 65535 });
  const options: StartOptions = {
    once: words.includes('--once'),
    kafka: words.includes('--kafka'),
    apiPort: port('API_PORT', 3000),
    sandboxPort: port('SANDBOX_PORT', 4010),
    sandbox: env.optional('RUNNING_SANDBOX'),
    dataDir: path.resolve(env.text('DATA_DIR', '.data')),
    databaseUrl: env.optional('DATABASE_URL') && env.url('DATABASE_URL'),
    kafkaBrokers: env.optional('KAFKA_BROKERS'),
    demoAccounts: env.integer('DEMO_ACCOUNTS', 0, { min: 0, max: 1229 }) || null,
  };
  env.check('Tributary');
  return options;
}
