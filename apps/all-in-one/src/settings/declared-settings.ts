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

/** A setting with what its reader and its note say. */
export interface DeclaredSetting extends SettingNote {
  readonly name: string;
  readonly fallback: SettingRead['fallback'];
}

/** The settings that services share, and those of one. */
export interface DeclaredSection {
  readonly title: keyof typeof SETTINGS;
  readonly settings: readonly DeclaredSetting[];
}

/** Read by the libraries under every service, not by its configuration. */
export const READ_BY_LIBRARIES: readonly string[] = [
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_SDK_DISABLED',
];

/** The configuration that a service makes of an environment, read as its process does. @throws ConfigurationError */
export function configOf(service: ServiceName, environment: Environment): PlatformConfig {
  return read(service, environment).config;
}

/** Every setting that a service looks for. */
export function settingsReadBy(service: ServiceName): readonly SettingRead[] {
  return read(service, EVERYTHING_GIVEN()).settings;
}

function read(service: ServiceName, environment: Environment) {
  const env = new EnvironmentReader(environment);
  const config = READERS[service](readPlatformConfig(service, env), env);
  if (config.kafkaBrokers.length === 0) env.text('KAFKA_BROKERS');
  env.check(service);
  return { config, settings: env.settingsRead };
}

/** Settings that only count together with these are read, too. */
const EVERYTHING_GIVEN = (): Environment => ({
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

/** What a setting that must be an RSA key can be given; the same each time, for it takes a second to make one. */
export function anyRsaKey(): string {
  return (rsaKey ??= newRsaKey());
}

function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Settings without a note, or notes of settings that no service reads. */
export class UndeclaredSettings extends Error {}

/** The settings of all services, in the order of their notes. @throws UndeclaredSettings */
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

/** The gateway's limits, which it declares itself; docs/reference/limits.md explains them. */
export function limitSettings(): readonly DeclaredSetting[] {
  return [...Object.values(LIMITS), ...Object.values(CAPS)].map(({ setting, fallback, counts }) => ({
    name: setting,
    fallback,
    meaning: counts,
  }));
}
