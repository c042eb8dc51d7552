import { generateKeyPairSync } from 'node:crypto';
import { readApiGatewayConfig } from '@tributary/api-gateway';
import { ServiceName } from '@tributary/contracts';
import { readIngestionSyncConfig } from '@tributary/ingestion-sync';
import { readRuleEngineConfig } from '@tributary/rule-engine';
import { Environment, EnvironmentReader, PlatformConfig, readPlatformConfig } from '@tributary/service';
import { readTransferEngineConfig } from '@tributary/transfer-engine';
import { readWebhookDispatcherConfig } from '@tributary/webhook-dispatcher';

const READERS: Record<ServiceName, (platform: PlatformConfig, env: EnvironmentReader) => PlatformConfig> = {
  'api-gateway': readApiGatewayConfig,
  'ingestion-sync': readIngestionSyncConfig,
  'rule-engine': readRuleEngineConfig,
  'transfer-engine': readTransferEngineConfig,
  'webhook-dispatcher': readWebhookDispatcherConfig,
};

/** Read by the libraries under every service, not by its configuration. */
export const READ_BY_LIBRARIES = [
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_SDK_DISABLED',
];

/** The configuration that a service makes of an environment, read as its process does. @throws ConfigurationError */
export function configOf(service: ServiceName, environment: Environment): PlatformConfig {
  const env = new EnvironmentReader(environment);
  const config = READERS[service](readPlatformConfig(service, env), env);
  if (config.kafkaBrokers.length === 0) env.text('KAFKA_BROKERS');
  env.check(service);
  return config;
}

/** The names of all settings that a service looks for. */
export function settingsOf(service: ServiceName): string[] {
  const names = new Set<string>();
  const given: Record<string, string> = {
    DATABASE_URL: 'postgres://role@host/database',
    KAFKA_BROKERS: 'kafka:9092',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    PROVIDER_A_SECRET_ID: 'id', // settings that only count together with these are read, too
    PROVIDER_A_SECRET_KEY: 'key',
    PROVIDER_B_APPLICATION_ID: 'id',
    PROVIDER_B_PRIVATE_KEY_PEM: anyRsaKey(),
    PROVIDER_C_CLIENT_ID: 'id',
    PROVIDER_C_CONSUMER_KEY: 'key',
    PUBLIC_URL: 'https://api.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'tributary@example.com',
  };
  const watched = new Proxy(given, {
    get: (environment, name) => {
      names.add(String(name));
      return environment[String(name)];
    },
  });
  configOf(service, watched);
  return [...names].sort();
}

/** What a setting that must be an RSA key can be given. */
export function anyRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
