import { readFileSync } from 'node:fs';
import { ServiceName } from '@tributary/contracts';
import { KafkaSecurity, KAFKA_SIGN_IN_MECHANISMS } from '@tributary/messaging';
import { KeyConfig, readCommandKeys } from './settings/command-keys';
import { Environment, EnvironmentReader } from './settings/environment';
import { MetricsSettings } from './metrics/metrics-server';
import { readMetricsSettings } from './metrics/serve-metrics';

/**
 * `at-start`: every start migrates the schema. `only`: this process migrates it and ends. `checked`: another process
 * migrates it; a schema that is behind is refused.
 */
export const MIGRATIONS = ['at-start', 'checked', 'only'] as const;
export type Migrations = (typeof MIGRATIONS)[number];

/** Settings that every service needs: its schema, the bus, the key for secrets at rest. */
export interface PlatformConfig extends KeyConfig {
  /** URL of the service's own Postgres role. */
  readonly databaseUrl: string;
  /** URL past a pooler; absent: there is none. */
  readonly directDatabaseUrl?: string;
  readonly databasePoolSize: number;
  /**
   * Time limit of a statement of a request or a command, after which it is cancelled; other work has an hour. Default:
   * ten seconds.
   */
  readonly statementTimeoutMs?: number;
  /** Decides when the schema is migrated; at every start by default. */
  readonly migrations?: Migrations;
  /** Kafka brokers; empty if the bus runs inside the process. */
  readonly kafkaBrokers: readonly string[];
  readonly kafkaTopicPrefix: string;
  readonly kafkaReplicationFactor: number;
  /** Retention of messages in topics that a service creates; default: the brokers' own setting. */
  readonly kafkaRetentionMs?: number;
  /** Whether the service or an operator creates missing topics. */
  readonly kafkaTopics?: 'create' | 'existing';
  /** Encryption and sign-in at the brokers; absent if they need neither. */
  readonly kafkaSecurity?: KafkaSecurity;
  /** An instance that is silent for longer loses its partitions to others. */
  readonly kafkaSessionTimeoutMs?: number;
  /** The outbox of a crashed instance waits this long for another one to send it. */
  readonly outboxLeaseMs?: number;
  /** The maximum of rows a second that a replay reads, for a rebuild of the query model. */
  readonly replayRowsPerS?: number;
  /** Retention of logs of transfers and rules, in days; unlimited if 0 or absent. */
  readonly logRetentionDays?: number;
  /** Partitions of each topic that this service creates. */
  readonly partitions: number;
  /** Partitions that one instance processes at once. */
  readonly concurrency: number;
  /**
   * Time for which a starting process waits for a database, brokers, and the schemas and topics that others create
   * there; 0 by default.
   */
  readonly startWaitMs?: number;
  /** A process still serves for this long after the stop signal, while it reports that it is not ready. */
  readonly drainMs?: number;
  /** A stopping process waits this long for clients that read their responses slowly, before it closes their connections. */
  readonly stopWaitMs?: number;
  /** Address of the process's metrics; absent: none. */
  readonly metrics?: MetricsSettings;
  /** Port of the HTTP server: the API at the gateway, only health elsewhere. 0 means any free one. */
  readonly port: number;
  /** Address that the HTTP server listens on. */
  readonly host: string;
}

/** Reads the settings of the connection to the brokers, and of creating topics there. */
export function readTopicSettings(env: EnvironmentReader) {
  return {
    kafkaBrokers: env.list('KAFKA_BROKERS'),
    kafkaSecurity: readKafkaSecurity(env),
    kafkaTopicPrefix: env.text('KAFKA_TOPIC_PREFIX', ''),
    kafkaReplicationFactor: env.integer('KAFKA_REPLICATION_FACTOR', 1, { min: 1, max: 9 }),
    kafkaRetentionMs: env.integer('KAFKA_RETENTION_HOURS', 168, { min: 1, max: 87_600 }) * 3_600_000,
    partitions: env.integer('BUS_PARTITIONS', 4, { min: 1, max: 1000 }),
  } satisfies Partial<PlatformConfig>;
}

/** Longer than any response takes whose client reads it, and well within the grace periods of the deployments. */
export const STOP_WAIT_MS = 20_000;

/** Reads the settings that all services share; the service reads its own with the same reader, then checks. */
export function readPlatformConfig(service: ServiceName, env: EnvironmentReader): PlatformConfig {
  return {
    service,
    databaseUrl: env.url('DATABASE_URL'),
    directDatabaseUrl: env.url('DATABASE_DIRECT_URL', '') || undefined,
    databasePoolSize: env.integer('DATABASE_POOL_SIZE', 10, { min: 2, max: 200 }),
    statementTimeoutMs: env.integer('STATEMENT_TIMEOUT_MS', 10_000, { min: 100, max: 600_000 }),
    migrations: env.oneOf('MIGRATIONS', MIGRATIONS, 'at-start'),
    ...readTopicSettings(env),
    kafkaTopics: env.oneOf('KAFKA_TOPICS', ['create', 'existing'], 'create'),
    kafkaSessionTimeoutMs: env.integer('KAFKA_SESSION_TIMEOUT_MS', 10_000, { min: 1000, max: 300_000 }),
    outboxLeaseMs: env.integer('OUTBOX_LEASE_MS', 12_000, { min: 1000, max: 300_000 }),
    // The setting has the name of the topics.
    replayRowsPerS: env.integer('RESTATE_ROWS_PER_S', 5000, { min: 1, max: 1_000_000 }),
    logRetentionDays: env.integer('LOG_RETENTION_DAYS', 0, { min: 0, max: 36_500 }),
    concurrency: env.integer('BUS_CONCURRENCY', 3, { min: 1, max: 64 }),
    startWaitMs: env.integer('START_WAIT_MS', 60_000, { min: 0, max: 3_600_000 }),
    drainMs: env.integer('DRAIN_MS', 0, { min: 0, max: 300_000 }),
    stopWaitMs: env.integer('STOP_WAIT_MS', STOP_WAIT_MS, { min: 0, max: 300_000 }),
    encryptionKey: env.text('ENCRYPTION_KEY'),
    acceptedEncryptionKeys: env.list('ENCRYPTION_KEYS_ACCEPTED'),
    commandKeys: readCommandKeys(service, env),
    port: env.integer('PORT', 0, { min: 0, max: 65535 }),
    host: env.text('HOST', '0.0.0.0'),
    metrics: readMetricsSettings(env),
  };
}

export type { Environment };

/** Reads the connection settings of the brokers: `KAFKA_TLS`, `KAFKA_CA_FILE`, `KAFKA_SASL_…`. */
function readKafkaSecurity(env: EnvironmentReader): KafkaSecurity {
  const authority = authorityIn(env);
  const signIn = signInOf(env);
  const tls = env.flag('KAFKA_TLS', authority !== null);
  return { tls: tls && (authority === null ? true : { ca: authority }), ...(signIn ? { signIn } : {}) };
}

function authorityIn(env: EnvironmentReader): string | null {
  const file = env.optional('KAFKA_CA_FILE');
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    env.problem('KAFKA_CA_FILE cannot be read'); // the operator needs no more than the setting's name
    return null;
  }
}

function signInOf(env: EnvironmentReader): KafkaSecurity['signIn'] {
  const username = env.optional('KAFKA_SASL_USERNAME');
  const password = env.optional('KAFKA_SASL_PASSWORD');
  const mechanism = env.oneOf('KAFKA_SASL_MECHANISM', KAFKA_SIGN_IN_MECHANISMS, 'scram-sha-512');
  if (username === null && password === null) return undefined;
  if (username === null || password === null) {
    env.problem('KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD go together: set both, or neither');
    return undefined;
  }
  return { mechanism, username, password };
}
