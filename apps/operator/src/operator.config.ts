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
  const env = readerOf(environment);
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

/** The API of an installation, and the way to a token. */
export type AdministrationConfig = { readonly baseUrl: string } & (
  | { readonly token: string }
  | {
      readonly token: null;
      /** The database through which the gateway lends a token. */
      readonly desk: OperatorConfig;
      /** The administrator who acts, by id or e-mail address; null: the only one. */
      readonly user: string | null;
    }
);

/**
 * Reads `TRIBUTARY_URL` with `TRIBUTARY_TOKEN`, or what a running Tributary on this machine wrote.
 * @throws ConfigurationError
 */
export function readAdministrationConfig(environment: Environment): AdministrationConfig {
  const env = readerOf(environment);
  const token = env.optional('TRIBUTARY_TOKEN');
  const hasDatabase = env.optional('DATABASE_ADMIN_URL') !== null;
  const user = env.optional('TRIBUTARY_USER');
  const baseUrl = readBaseUrl(environment);
  env.check('tributary');
  if (token !== null) return { baseUrl, token };
  if (!hasDatabase) throw new ConfigurationError(MISSING_TOKEN);
  return { baseUrl, token, user, desk: readOperatorConfig(environment) };
}

/** Reads the address of the API. @throws ConfigurationError */
export function readBaseUrl(environment: Environment): string {
  const env = readerOf(environment);
  if (env.optional('TRIBUTARY_URL') === null) throw new ConfigurationError(MISSING_URL);
  const url = env.url('TRIBUTARY_URL');
  const path = env.text('API_BASE_PATH', '/api/v1');
  env.check('tributary');
  if (!/^https?:/.test(url))
    throw new ConfigurationError('TRIBUTARY_URL must begin with https:// or http://');
  return `${url.replace(/\/+$/, '')}${path}`;
}

const MISSING_URL =
  'TRIBUTARY_URL is missing: the address of the console and the API, such as https://money.example.com. (`npm start` ' +
  'leaves its own in .data/operator.json while it runs, `npx tributary serve` in ~/.tributary; DATA_DIR and ' +
  'TRIBUTARY_HOME say where else.)';
const MISSING_TOKEN =
  'TRIBUTARY_TOKEN is missing: a personal token, without restrictions, of an administrator, or TRIBUTARY_TOKEN_FILE with ' +
  'the name of its file. With DATABASE_ADMIN_URL no token is needed.';

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

function readerOf(environment: Environment): EnvironmentReader {
  return new EnvironmentReader(layeredSettings(leftByStart(environment), withoutEmpty(environment)));
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
