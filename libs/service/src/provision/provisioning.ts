import { SERVICES } from '@tributary/contracts';
import { grantKafkaAccess, KafkaEngine, KafkaOptions, topicSpecs } from '@tributary/messaging';
import { provisionSchemas, SchemaOwner } from '@tributary/persistence';
import { ConfigurationError, Environment, EnvironmentReader } from '../settings/environment';
import { readTopicSettings } from '../platform.config';

export interface Provisioning {
  /** URL of a role that may create roles and schemas. */
  readonly adminUrl: string;
  readonly owners: readonly SchemaOwner[];
  /** Brokers on which to create the topics; null if the services create them. */
  readonly kafka: {
    readonly options: KafkaOptions;
    readonly partitions: number;
    /** Whether to grant the services' users their rights there. */
    readonly grant: boolean;
  } | null;
}

/** Reads `RULE_ENGINE_DATABASE_PASSWORD` and the like: one password for each service's role. @throws ConfigurationError */
export function readProvisioning(environment: Environment): Provisioning {
  const env = new EnvironmentReader(environment);
  const adminUrl = env.url('DATABASE_ADMIN_URL');
  const owners = SERVICES.map((service) => {
    const schema = service.replaceAll('-', '_');
    return { schema, password: env.text(`${schema.toUpperCase()}_DATABASE_PASSWORD`) };
  });
  const kafka = readKafka(env);
  env.check('provision');
  return { adminUrl, owners, kafka };
}

function readKafka(env: EnvironmentReader): Provisioning['kafka'] {
  const topics = readTopicSettings(env);
  const grant = env.flag('KAFKA_ACLS', false);
  if (topics.kafkaBrokers.length === 0) return null;
  return {
    grant,
    partitions: topics.partitions,
    options: {
      brokers: topics.kafkaBrokers,
      clientId: 'provision',
      security: topics.kafkaSecurity,
      prefix: topics.kafkaTopicPrefix,
      replicationFactor: topics.kafkaReplicationFactor,
      retentionMs: topics.kafkaRetentionMs,
    },
  };
}

/**
 * Creates each service's role and schema, and the topics (and ACLs, with `KAFKA_ACLS`) if brokers are named, before the
 * services start. May be repeated, and sets changed passwords. @returns one line for the operator
 */
export async function provision(environment: Environment): Promise<string> {
  const { adminUrl, owners, kafka } = readProvisioning(environment);
  await provisionSchemas(adminUrl, owners);
  const schemas = `roles and schemas are ready: ${owners.map(({ schema }) => schema).join(', ')}`;
  return kafka ? `${schemas}; ${await makeTopics(kafka)}` : schemas;
}

async function makeTopics({
  options,
  partitions,
  grant,
}: NonNullable<Provisioning['kafka']>): Promise<string> {
  const engine = new KafkaEngine(options);
  try {
    const topics = topicSpecs(partitions);
    await engine.ensureTopics(topics);
    const made = `${topics.length} topics are there`;
    if (!grant) return made;
    const { granted, withdrawn } = await grantKafkaAccess(options);
    return `${made}; ${granted} ACLs are granted, ${withdrawn} were revoked`;
  } finally {
    await engine.close();
  }
}

/** Describes a failure in one line, without the URL, which contains the password. */
export function provisionFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const { code, message } = { code: '', message: '', ...partsOf(error) };
  return `provision failed: ${[code, message].filter(Boolean).join(': ') || 'for an unknown reason'}`;
}

function partsOf(error: unknown): { code?: string; message?: string } {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('message' in error && typeof error.message === 'string' ? { message: error.message } : {}),
  };
}
