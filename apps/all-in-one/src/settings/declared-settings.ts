import { CAPS, LIMITS, readApiGatewayConfig } from '@tributary/api-gateway';
import { COMMANDING, ServiceName, SERVICES } from '@tributary/contracts';
import { readIngestionSyncConfig } from '@tributary/ingestion-sync';
import { readRuleEngineConfig } from '@tributary/rule-engine';
import {
  Environment,
  EnvironmentReader,
  PlatformConfig,
  readPlatformConfig,
  SettingNote,
  SettingRead,
  SETTINGS,
} from '@tributary/service';
import { readTransferEngineConfig } from '@tributary/transfer-engine';
import { readWebhookDispatcherConfig } from '@tributary/webhook-dispatcher';
import { generateKeyPairSync } from 'node:crypto';

const READERS: Record<ServiceName, (platform: PlatformConfig, env: EnvironmentReader) => PlatformConfig> = {
  'api-gateway': readApiGatewayConfig,
  'ingestion-sync': readIngestionSyncConfig,
  'rule-engine': readRuleEngineConfig,
  'transfer-engine': readTransferEngineConfig,
  'webhook-dispatcher': readWebhookDispatcherConfig,
};

/** A setting with the declarations of its reader and its note. */
export interface DeclaredSetting extends SettingNote {
  readonly name: string;
  readonly fallback: SettingRead['fallback'];
}

/** A section of settings: those that services share, or those of one service. */
export interface DeclaredSection {
  readonly title: keyof typeof SETTINGS;
  readonly settings: readonly DeclaredSetting[];
}

/** Settings that libraries read in every service, and not its configuration. */
export const READ_BY_LIBRARIES: readonly string[] = [
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_SDK_DISABLED',
];

/**
 * Returns the configuration that a service reads from an environment.
 * @throws ConfigurationError
 */
export function configOf(service: ServiceName, environment: Environment): PlatformConfig {
  return read(service, environment).config;
}

/** Returns every setting that a service reads. */
export function settingsReadBy(service: ServiceName): readonly SettingRead[] {
  return read(service, COMPLETE_ENVIRONMENT()).settings;
}

function read(service: ServiceName, environment: Environment) {
  const env = new EnvironmentReader(environment);
  const config = READERS[service](readPlatformConfig(service, env), env);
  if (config.kafkaBrokers.length === 0) env.text('KAFKA_BROKERS');
  env.check(service);
  return { config, settings: env.settingsRead };
}

/** An environment with all settings on which the reading of others depends. */
const COMPLETE_ENVIRONMENT = (): Environment => ({
  DATABASE_URL: 'postgres://role@host/database',
  KAFKA_BROKERS: 'kafka:9092',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  PROVIDER_A_SECRET_ID: 'id',
  PROVIDER_A_SECRET_KEY: 'key',
  PROVIDER_B_APPLICATION_ID: 'id',
  PROVIDER_B_PRIVATE_KEY_PEM: anyRsaKey(),
  PROVIDER_C_CLIENT_ID: 'id',
  PROVIDER_C_CONSUMER_KEY: 'key',
  PUBLIC_URL: 'https://api.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'tributary@example.com',
});

let rsaKey: string | null = null;

/** Returns an RSA key for settings that require one; it is cached, because creating one takes a second. */
export function anyRsaKey(): string {
  return (rsaKey ??= newRsaKey());
}

function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Some settings have no note, or some notes no setting. */
export class UndeclaredSettings extends Error {}

/**
 * Returns the settings of all services, in the order of their notes.
 * @throws UndeclaredSettings
 */
export function declaredSettings(): readonly DeclaredSection[] {
  const reads = new Map(
    SERVICES.map((service) => [service, new Map(settingsReadBy(service).map((one) => [one.name, one]))]),
  );
  for (const [service, names] of reads) checkNotes(service, [...names.keys()]);
  return (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).map((title) => {
    const reader = reads.get(readerOf(title));
    const notes = Object.entries<SettingNote>(SETTINGS[title]);
    return {
      title,
      settings: notes.map(([name, note]) => ({ name, fallback: fallbackOf(reader, name), ...note })),
    };
  });
}

function fallbackOf(
  reader: ReadonlyMap<string, SettingRead> | undefined,
  name: string,
): SettingRead['fallback'] {
  return reader?.has(name) ? reader.get(name)?.fallback : null;
}

function readerOf(title: keyof typeof SETTINGS): ServiceName {
  if (title === 'Every service') return COMMANDING;
  return title === 'Every service but api-gateway' ? 'rule-engine' : title;
}

function checkNotes(service: ServiceName, read: readonly string[]): void {
  const common = Object.keys(SETTINGS['Every service']);
  const shared =
    service === COMMANDING ? limitNames() : Object.keys(SETTINGS['Every service but api-gateway']);
  const noted = [...common, ...shared, ...Object.keys(SETTINGS[service])];
  const unnoted = read.filter((name) => !noted.includes(name));
  const unread = noted.filter((name) => !read.includes(name) && !READ_BY_LIBRARIES.includes(name));
  const problems = [
    ...unnoted.map((name) => `add ${name}, which ${service} reads`),
    ...unread.map((name) => `remove ${name}, which ${service} does not read`),
  ];
  if (problems.length > 0)
    throw new UndeclaredSettings(`libs/service/src/settings/settings.ts: ${problems.join('; ')}`);
}

function limitNames(): string[] {
  return limitSettings().map(({ name }) => name);
}

/** Returns the gateway's limits, which it declares itself; docs/reference/limits.md explains them. */
export function limitSettings(): readonly DeclaredSetting[] {
  return [...Object.values(LIMITS), ...Object.values(CAPS)].map(({ setting, fallback, counts }) => ({
    name: setting,
    fallback,
    meaning: counts,
  }));
}
