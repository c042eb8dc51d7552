import { InstallationSettings, serviceEnvironment } from './service-environment';

const SETTINGS: InstallationSettings = {
  databaseUrls: new Map([['ingestion_sync', 'postgres://ingestion_sync@127.0.0.1/tributary']]),
  secrets: { masterKey: Buffer.alloc(32, 1).toString('base64'), rolePassword: 'secret' },
  apiPort: 3000,
  kafkaBrokers: null,
};

const SANDBOX = {
  providerAUrl: 'http://127.0.0.1:4010/provider-a/api/v2/',
} as InstallationSettings['sandbox'];

function environmentWith(outside: Readonly<Record<string, string>>, sandbox = SANDBOX) {
  const before = { ...process.env };
  Object.assign(process.env, outside);
  try {
    return serviceEnvironment('ingestion-sync', { ...SETTINGS, sandbox });
  } finally {
    for (const name of Object.keys(outside)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

describe('the settings of a service on one machine', () => {
  it.each([
    ['SIMPLEFIN_ALLOWED_NETWORKS', '192.168.1.0/24'],
    ['PUBLIC_URL', 'https://money.example.com'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=1'],
  ])('have %s as the operator sets it', (name, value) => {
    expect(environmentWith({ [name]: value })[name]).toBe(value);
  });

  it.each([
    ['PROVIDER_A_BASE_URL', SANDBOX?.providerAUrl],
    ['DATABASE_URL', SETTINGS.databaseUrls.get('ingestion_sync')],
    ['HOST', '127.0.0.1'],
    ['KAFKA_BROKERS', undefined],
  ])('have %s as the demo decides it', (name, value) => {
    expect(environmentWith({ [name]: 'elsewhere' })[name]).toBe(value);
  });

  it('have nothing of other programs', () => {
    expect(environmentWith({ NODE_OPTIONS: '--inspect' })).not.toHaveProperty('NODE_OPTIONS');
  });
});
