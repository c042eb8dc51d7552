import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { SERVICES, ServiceName } from '@tributary/contracts';
import { KafkaSecurity } from '@tributary/messaging';
import {
  ConfigurationError,
  Environment,
  EnvironmentReader,
  layeredSettings,
  readTopicSettings,
} from '@tributary/service';

export interface OperatorConfig {
  /** The role with access to all five schemas, as used for `provision`. */
  readonly adminUrl: string;
  /** The person who runs the command, for the record. */
  readonly operator: string;
  /** The access to consumer groups; null if the bus runs inside the process. */
  readonly kafka: {
    readonly brokers: readonly string[];
    readonly security: KafkaSecurity;
    readonly prefix: string;
  } | null;
}

/**
 * Reads `DATABASE_ADMIN_URL`, or the URL that a running Tributary on this machine wrote.
 * @throws ConfigurationError
 */
export function readOperatorConfig(environment: Environment): OperatorConfig {
  const env = new EnvironmentReader(layeredSettings(leftByStart(environment), withoutEmpty(environment)));
  if (env.optional('DATABASE_ADMIN_URL') === null) {
    throw new ConfigurationError(
      'DATABASE_ADMIN_URL is missing: the database URL that `provision` uses. (`npm start` leaves its own in .data/operator.json while it runs, `npx tributary serve` in ~/.tributary; DATA_DIR and TRIBUTARY_HOME say where else.)',
    );
  }
  const adminUrl = env.url('DATABASE_ADMIN_URL');
  const { kafkaBrokers: brokers, kafkaSecurity: security, kafkaTopicPrefix: prefix } = readTopicSettings(env);
  const operator = env.text('OPERATOR_NAME', nameOfUser());
  env.check('tributary');
  return { adminUrl, operator, kafka: brokers.length === 0 ? null : { brokers, security, prefix } };
}

/**
 * Returns the name of the system's user. A container's user may have a number without a name; then the system throws.
 */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/**
 * Returns the variables that a running installation wrote. A named directory has precedence; otherwise the demo of this
 * directory, then the installation of this user.
 */
function leftByStart(environment: Environment): Environment {
  const named = [environment.DATA_DIR, environment.TRIBUTARY_HOME].flatMap((one) => one?.trim() || []);
  const directories = named.length > 0 ? named : ['.data', path.join(homedir(), '.tributary')];
  const file = directories.map((one) => path.resolve(one, 'operator.json')).find(existsSync);
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Environment);
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

/**
 * Returns the service that the command line names.
 * @throws ConfigurationError
 */
export function serviceNamed(word: string): ServiceName {
  const service = SERVICES.find((name) => name === word);
  if (service) return service;
  throw new ConfigurationError(`there is no service "${word}": it is one of ${SERVICES.join(', ')}`);
}

/** Returns the schema of a service, which is also the name of its role. */
export function schemaOf(service: ServiceName): string {
  return service.replaceAll('-', '_');
}

export const SCHEMAS = SERVICES.map(schemaOf);
