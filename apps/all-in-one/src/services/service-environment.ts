import { CAPS, LIMITS } from '@tributary/api-gateway';
import { COMMANDED, COMMANDING, ServiceName, SERVICES } from '@tributary/contracts';
import { derivedKey, SigningKey } from '@tributary/secrets';
import {
  EnvironmentReader,
  fileSettingOf,
  isSecretSetting,
  layeredSettings,
  PlatformConfig,
  readPlatformConfig,
  SETTINGS,
} from '@tributary/service';
import type { InstallationSecrets } from '../data-dir';
import { RunningSandbox, SANDBOX_CREDENTIALS } from '../child-processes/sandbox';

/** The settings of an installation that its services need. */
export interface InstallationSettings {
  /** URL of each service's role, by schema. */
  readonly databaseUrls: ReadonlyMap<string, string>;
  readonly secrets: InstallationSecrets;
  /** The sandbox with the demo's companies; absent: the real companies. */
  readonly sandbox?: RunningSandbox;
  readonly apiPort: number;
  readonly kafkaBrokers: string | null;
  /** The credentials of each service, if the brokers require them. */
  readonly kafkaSignIns?: ReadonlyMap<ServiceName, Readonly<Record<string, string>>>;
  /** Settings of all services that replace the values below. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/** The settings of an installation with the sandbox. */
export interface SystemSettings extends InstallationSettings {
  readonly sandbox: RunningSandbox;
}

/** The demo bank has a history of 454 days: six windows of at most 90. */
const DEMO_HISTORY_DAYS = '540';

/** Returns the schema of a service, which is also the name of its role. */
export function schemaOf(service: ServiceName): string {
  return service.replaceAll('-', '_');
}

export const SCHEMAS = SERVICES.map(schemaOf);

/** Returns the settings of one service, as its process or its module reads them. */
export function serviceEnvironment(
  service: ServiceName,
  settings: InstallationSettings,
): Record<string, string> {
  return layeredSettings<string>(
    {
      DATABASE_URL: settings.databaseUrls.get(schemaOf(service)) ?? '',
      ...keysOf(service, settings.secrets),
      HOST: '127.0.0.1',
      PORT: service === 'api-gateway' ? String(settings.apiPort) : '0',
      SIGN_UP: 'first-user', // only this machine can connect, so the first user is its owner
      ...(settings.kafkaBrokers === null ? {} : { KAFKA_BROKERS: settings.kafkaBrokers }),
      ...settings.kafkaSignIns?.get(service),
    },
    settingsFromOutside(),
    settings.sandbox ? ofDemo(settings.sandbox) : {},
    settings.overrides ?? {},
  );
}

function ofDemo(sandbox: RunningSandbox): Record<string, string> {
  return {
    PROVIDER_A_BASE_URL: sandbox.providerAUrl,
    PROVIDER_A_SECRET_ID: SANDBOX_CREDENTIALS.secretId,
    PROVIDER_A_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
    MAX_HISTORICAL_DAYS: DEMO_HISTORY_DAYS,
    EXCHANGE_RATES_URL: sandbox.exchangeRatesUrl,
    BUDGETA_BASE_URL: sandbox.budgetaUrl,
    BUDGETA_OAUTH_URL: sandbox.budgetaOAuthUrl,
    BUDGETA_CLIENT_ID: SANDBOX_CREDENTIALS.budgetaClientId,
    BUDGETA_CLIENT_SECRET: SANDBOX_CREDENTIALS.budgetaClientSecret,
    SHEETS_BASE_URL: sandbox.sheetsUrl,
    SHEETS_TOKEN_URL: `${sandbox.sheetsUrl}/token`,
    SHEETS_AUTHORIZE_URL: `${sandbox.sheetsUrl}/auth`,
    SHEETS_CLIENT_ID: SANDBOX_CREDENTIALS.sheetsClientId,
    SHEETS_CLIENT_SECRET: SANDBOX_CREDENTIALS.sheetsClientSecret,
    WORKSPACE_BASE_URL: sandbox.workspaceUrl,
    WORKSPACE_CLIENT_ID: SANDBOX_CREDENTIALS.workspaceClientId,
    WORKSPACE_CLIENT_SECRET: SANDBOX_CREDENTIALS.workspaceClientSecret,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_CA_PEM: sandbox.caCertificate,
  };
}

/** Returns the gateway's settings, for programs that send commands as the gateway does. */
export function gatewayConfig(settings: InstallationSettings): PlatformConfig {
  const env = new EnvironmentReader(serviceEnvironment('api-gateway', settings));
  return readPlatformConfig('api-gateway', env);
}

/** Returns the keys of a service: its own keys, and only the command keys that it needs. */
function keysOf(service: ServiceName, secrets: InstallationSecrets): Record<string, string> {
  const of = (purpose: string): string => derivedKey(secrets.masterKey, purpose);
  const commandKey = (name: ServiceName): string => of(`commands to ${name}`);
  const ownKeys = {
    ENCRYPTION_KEY: of(`kept by ${service}`),
    ...(secrets.encryptionKey ? { ENCRYPTION_KEYS_ACCEPTED: secrets.encryptionKey } : {}),
  };
  const signingKey = of('command signing');
  if (service === COMMANDING) {
    const COMMAND_KEYS = COMMANDED.map((name) => `${name}=${commandKey(name)}`).join(',');
    return { ...ownKeys, COMMAND_KEYS, COMMAND_SIGNING_KEY: signingKey };
  }
  const COMMAND_VERIFY_KEYS = new SigningKey(signingKey).publicKey;
  return { ...ownKeys, COMMAND_KEY: commandKey(service), COMMAND_VERIFY_KEYS };
}

/** Settings that an installation on one machine sets itself; values in the environment are ignored. */
export const DECIDED_HERE =
  /^(DATABASE_(DIRECT_)?URL(_FILE)?|PORT|HOST|KAFKA_.*|ENCRYPTION_KEY.*|COMMAND_.*KEY.*)$/;

const DECLARED = new Set<string>([
  ...Object.values(SETTINGS)
    .flatMap(Object.keys)
    .flatMap((name) => (isSecretSetting(name) ? [name, fileSettingOf(name)] : name)),
  ...[...Object.values(LIMITS), ...Object.values(CAPS)].map(({ setting }) => setting),
]);

/**
 * Settings of libraries: the OpenTelemetry standard has more variables than are declared, and tests set the points at
 * which a process kills itself.
 */
const OF_LIBRARIES = /^(OTEL_|FAULT_POINT)/;

/** Returns the services' settings in the environment of this process. */
function settingsFromOutside(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        (DECLARED.has(entry[0]) || OF_LIBRARIES.test(entry[0])) &&
        !DECIDED_HERE.test(entry[0]),
    ),
  );
}
