import { COMMANDED, ServiceName, SERVICES } from '@tributary/contracts';
import { spawnSync } from 'node:child_process';
import { kafkaUser } from '@tributary/messaging';
import { SigningKey } from '@tributary/secrets';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { fileSettingOf, isSecretSetting, PlatformConfig, readProvisioning } from '@tributary/service';
import {
  alertRules,
  ComposeService,
  composeServices,
  containerOf,
  environmentOf,
  kubernetesFile,
  KubernetesObject,
  kubernetesObjects,
  metricNames,
  MissingVariable,
  MONITORING,
  rendered,
  requiredVariables,
  ROOT,
  withSecretsOf,
} from './testing/deployments';
import { exampleOf } from './testing/deploy-page';
import { readBaseUrl, readOperatorConfig } from '../apps/operator/src/operator.config';
import { configOf, READ_BY_LIBRARIES, settingsOf } from './testing/service-settings';

/** Variables of a container's environment that only build other settings. */
const BUILDING_BLOCKS = [
  'DATABASE_HOST',
  'DATABASE_NAME',
  'DATABASE_PASSWORD',
  ...COMMANDED.map((service) => `${service.toUpperCase().replaceAll('-', '_')}_COMMAND_KEY`),
];

/** What .env cannot change, because a service has it differently or the containers decide it. */
const DECIDED_BY_COMPOSE = Object.fromEntries(
  SERVICES.map((service) => {
    const [own, foreign] =
      service === 'api-gateway'
        ? [
            ['COMMAND_KEYS', 'COMMAND_SIGNING_KEY'],
            ['COMMAND_KEY', 'COMMAND_VERIFY_KEYS'],
          ]
        : [['COMMAND_KEY'], ['COMMAND_KEYS', 'COMMAND_SIGNING_KEY']];
    const inFiles = ['DATABASE_URL', 'KAFKA_SASL_PASSWORD', 'ENCRYPTION_KEY', ...own];
    const others = [
      'DATABASE_DIRECT_URL',
      'HOST',
      'KAFKA_CA_FILE',
      'KAFKA_SASL_MECHANISM',
      'KAFKA_TLS',
      'MIGRATIONS',
    ];
    const known = (name: string) => settingsOf(service).includes(name);
    return [service, [...inFiles, ...[...foreign, ...others].filter(known).flatMap(waysToGive)]];
  }),
);

/** A secret may be in a file, too. */
function waysToGive(name: string): string[] {
  return isSecretSetting(name) ? [name, fileSettingOf(name)] : [name];
}

/** A checkout with the script, of which nothing else is needed. */
function checkout(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-checkout-'));
  mkdirSync(path.join(folder, 'deploy'));
  for (const script of ['new-env.sh', 'upgrade.sh', 'go-back.sh'])
    copyFileSync(path.join(ROOT, 'deploy', script), path.join(folder, 'deploy', script));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

function newEnv(folder: string, ...words: string[]) {
  return spawnSync('sh', [path.join(folder, 'deploy/new-env.sh'), ...words], { encoding: 'utf8' });
}

const installation = checkout();
newEnv(installation);
afterAll(() => rmSync(installation, { recursive: true }));

const envOf = (folder: string, file = '.env') =>
  parseEnv(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>;
const secrets = envOf(installation, '.secrets/secrets.env');
const variables = { ...envOf(installation), SECRETS_FOLDER: path.join(installation, '.secrets') };

function sourceOf(words: readonly string[] | undefined): string {
  const script = words?.[0] ?? '';
  return path.join(ROOT, script.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
}

describe.each(SERVICES)('docker-compose.yml: %s', (service) => {
  const part = composeServices(variables)[service];

  it('runs the service’s own program after roles and broker are ready', () => {
    expect(part?.command).toEqual([`dist/apps/${service}/src/main.js`]);
    expect(existsSync(sourceOf(part?.command))).toBe(true);
    expect(part?.depends_on).toEqual({
      provision: { condition: 'service_completed_successfully' },
      kafka: { condition: 'service_healthy' },
    });
    expect(part?.healthcheck?.test?.join(' ')).toContain(`:${part?.environment?.PORT}/health/ready`);
  });

  it('gives it all settings that it needs, its own database role, and no unknown setting', () => {
    const environment = withSecretsOf(part);
    const config = configOf(service, environment);
    const role = service.replaceAll('-', '_');
    expect(new URL(config.databaseUrl).username).toBe(role);
    expect(new URL(config.databaseUrl).password).toBe(secrets[`${role.toUpperCase()}_DATABASE_PASSWORD`]);
    expect(config.kafkaSecurity?.signIn).toEqual({
      mechanism: 'scram-sha-512',
      username: kafkaUser(service),
      password: secrets[`${role.toUpperCase()}_KAFKA_PASSWORD`],
    });
    const known = settingsOf(service).flatMap(waysToGive);
    expect([...known, ...READ_BY_LIBRARIES]).toEqual(expect.arrayContaining(Object.keys(environment)));
  });
});

/** Settings that share something between services, by their holders. */
function expectKeysApart(configs: ReadonlyMap<ServiceName, PlatformConfig>): void {
  const kept = [...configs.values()].map(({ encryptionKey }) => encryptionKey);
  expect(new Set(kept).size).toBe(SERVICES.length);
  const gateway = configs.get('api-gateway')?.commandKeys;
  for (const service of COMMANDED) {
    const own = configs.get(service)?.commandKeys;
    expect([...(own?.sealing ?? [])]).toEqual([[service, gateway?.sealing.get(service)]]);
    expect({ service, signing: own?.signing, verifying: own?.verifying.length }).toEqual({
      service,
      signing: null,
      verifying: 1,
    });
  }
  const sealing = [...(gateway?.sealing.values() ?? [])].flat();
  expect(new Set([...sealing, gateway?.signing, ...kept]).size).toBe(2 * SERVICES.length);
}

describe('docker-compose.yml', () => {
  it('gives each service its own key, its own key with the gateway, and the signing key only to the gateway', () => {
    const parts = composeServices(variables);
    expectKeysApart(new Map(SERVICES.map((name) => [name, configOf(name, withSecretsOf(parts[name]))])));
  });

  it('creates the roles with the passwords that the services use', () => {
    const { provision } = composeServices(variables);
    expect(existsSync(sourceOf(provision?.command))).toBe(true);
    const { owners, kafka } = readProvisioning(withSecretsOf(provision));
    for (const { schema, password } of owners)
      expect(password).toBe(secrets[`${schema.toUpperCase()}_DATABASE_PASSWORD`]);
    expect(kafka?.grant).toBe(true);
  });

  it('gives every secret as a file, so that none is in what the engine shows of a container', () => {
    const parts = composeServices(variables);
    for (const [name, { environment = {} }] of Object.entries(parts))
      expect({ name, plain: Object.keys(environment).filter(isSecretSetting) }).toEqual({ name, plain: [] });
    const shown = JSON.stringify(parts);
    expect(Object.keys(secrets).filter((name) => shown.includes(secrets[name] ?? '-'))).toEqual([]);
  });

  it('gives no container a secret of another one', () => {
    const parts = composeServices(variables);
    const mounted = Object.entries(parts).flatMap(([name, { volumes = [] }]) =>
      volumes.flatMap((volume) =>
        typeof volume !== 'string' && volume.target === '/run/secrets'
          ? [[name, path.relative(variables.SECRETS_FOLDER, volume.source ?? '')]]
          : [],
      ),
    );
    const own = [...SERVICES, 'provision', 'operator', 'postgres', 'kafka-users'].map((name) => [name, name]);
    expect(mounted.sort()).toEqual([...own, ['backup', 'operator']].sort());
    for (const folder of new Set(mounted.map(([, folder = '']) => folder)))
      expect(existsSync(path.join(variables.SECRETS_FOLDER, folder))).toBe(true);
  });

  it('gives postgres and the brokers’ users the files that they read', () => {
    const { postgres, 'kafka-users': users } = composeServices(variables);
    const passwordFile = withSecretsOf(postgres)['POSTGRES_PASSWORD_FILE'] ?? '';
    expect(readFileSync(passwordFile, 'utf8').trim()).toBe(secrets.POSTGRES_PASSWORD);
    expect(users?.command?.[0]).toContain('/run/secrets/');
    for (const user of [
      'PROVISION',
      ...SERVICES.map((service) => service.toUpperCase().replaceAll('-', '_')),
    ]) {
      const file = path.join(variables.SECRETS_FOLDER, 'kafka-users', `${user}_KAFKA_PASSWORD`);
      expect(readFileSync(file, 'utf8').trim()).toBe(secrets[`${user}_KAFKA_PASSWORD`]);
    }
  });

  it('makes a backup every night, with the operator’s rights, in a folder that operators see, too', () => {
    const { backup, operator } = composeServices({ ...variables, BACKUP_TIME: '04:00', BACKUP_KEEP: '3' });
    expect(backup?.command).toEqual(['backups', 'nightly', '/backups', '--at', '04:00', '--keep', '3']);
    const { adminUrl } = readOperatorConfig(withSecretsOf(backup));
    expect(new URL(adminUrl).username).toBe('postgres');
    for (const part of [backup, operator]) expect(part?.volumes).toContain('backups:/backups');
    const elsewhere = composeServices({ ...variables, BACKUP_FOLDER: '/srv/backups' });
    for (const name of ['backup', 'operator'])
      expect(elsewhere[name]?.volumes).toContain('/srv/backups:/backups');
  });

  it('runs the image that .env names, in every container of ours', () => {
    const parts = Object.values(composeServices({ ...variables, TRIBUTARY_TAG: 'v7' }));
    const images = parts.map(({ image = '' }) => image).filter((image) => image.startsWith('tributary'));
    expect(images).toHaveLength(SERVICES.length + 4);
    expect(new Set(images)).toEqual(new Set(['tributary:v7']));
  });

  it.each(requiredVariables())('does not start without %s', (name) => {
    expect(() => composeServices({ ...variables, [name]: '' })).toThrow(MissingVariable);
  });

  it('opens ports on this machine only, but for the proxy that speaks TLS', () => {
    const { caddy, ...parts } = composeServices(variables);
    const ports = Object.values(parts).flatMap((part) => part.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    // No step needs it, and a machine with a PostgreSQL of its own has the port already.
    expect(parts['postgres']?.ports).toBeUndefined();
    expect(caddy?.profiles).toEqual(['tls']);
  });

  it.each(SERVICES)(
    'passes on every setting of %s that .env has, by the lists that `npm run docs` makes',
    (service) => {
      const plain = composeServices(variables)[service]?.environment ?? {};
      const names = settingsOf(service)
        .flatMap(waysToGive)
        .filter((name) => !(name in plain));
      expect(names.length).toBeGreaterThan(10);
      const given = Object.fromEntries(names.map((name) => [name, `given-${name}`]));
      const environment = composeServices({ ...given, ...variables })[service]?.environment ?? {};
      const decided = new Set(names.filter((name) => environment[name] !== `given-${name}`));
      expect(decided).toEqual(new Set(DECIDED_BY_COMPOSE[service]));
    },
  );

  it('trusts the network that its proxies are in, whichever it is', () => {
    const trusted = (given: Record<string, string>) =>
      composeServices({ ...variables, ...given })['api-gateway']?.environment?.['TRUSTED_PROXIES'];
    expect(trusted({})).toBe('10.251.31.0/24');
    // Of these the engine gives other networks theirs, one of which would take it.
    expect(trusted({})).not.toMatch(/^(172\.(1[7-9]|2\d|3[01])|192\.168)\./);
    expect(trusted({ COMPOSE_SUBNET: '10.9.8.0/24' })).toBe('10.9.8.0/24');
    expect(trusted({ COMPOSE_SUBNET: '10.9.8.0/24', TRUSTED_PROXIES: '10.1.2.3' })).toBe('10.1.2.3');
  });

  it('ends logs, and starts all that stays up again with the engine', () => {
    for (const [name, { logging, restart }] of Object.entries(composeServices(variables))) {
      expect({ name, size: logging?.options?.['max-size'] }).toEqual({ name, size: '20m' });
      const isTask = ['provision', 'kafka-users', 'operator'].includes(name);
      expect({ name, restart: restart ?? 'no' }).toEqual({ name, restart: isTask ? 'no' : 'unless-stopped' });
    }
  });

  // `up --wait` fails where an image has a check and its service disables it.
  it('has a check for whatever of ours stays up', () => {
    const unchecked = Object.entries(composeServices(variables))
      .filter(([, { image = '', restart = 'no', healthcheck }]) => {
        const isOurs = image.startsWith('tributary');
        return isOurs && restart !== 'no' && healthcheck?.test === undefined;
      })
      .map(([name]) => name);
    expect(unchecked).toEqual([]);
  });

  it('names brokers’ users with the prefix that their ACLs have', () => {
    const parts = composeServices({ ...variables, KAFKA_TOPIC_PREFIX: 'home.' });
    expect(parts['rule-engine']?.environment?.['KAFKA_SASL_USERNAME']).toBe(
      kafkaUser('rule-engine', 'home.'),
    );
    expect(readProvisioning(withSecretsOf(parts['provision'])).kafka?.options.prefix).toBe('home.');
  });

  it('lets the operator’s commands into the database, to the brokers and to the API', () => {
    const { operator } = composeServices(variables);
    expect(readBaseUrl(withSecretsOf(operator))).toBe('http://api-gateway:8080/api/v1');
    const { adminUrl, kafka } = readOperatorConfig(withSecretsOf(operator));
    expect(new URL(adminUrl).username).toBe('postgres');
    expect(kafka).toMatchObject({ brokers: ['kafka:9092'], security: { signIn: { username: 'provision' } } });
  });
});

describe.each(SERVICES)('deploy/kubernetes: %s', (service) => {
  const objects = kubernetesObjects();
  const container = containerOf(
    objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service),
  );

  it('runs the service’s own program', () => {
    expect(container.args).toEqual([`dist/apps/${service}/src/main.js`]);
  });

  it('gives it all settings that it needs, its own database role, and no unknown setting', () => {
    const environment = environmentOf(container, objects);
    const { databaseUrl, kafkaSecurity } = configOf(service, environment);
    expect(kafkaSecurity).toMatchObject({ tls: true, signIn: { username: kafkaUser(service) } });
    expect(databaseUrl).toBe(
      `postgres://${service.replaceAll('-', '_')}:secret-${service}@postgres:5432/tributary?sslmode=verify-full`,
    );
    expect([...SERVICES.flatMap(settingsOf), ...READ_BY_LIBRARIES, ...BUILDING_BLOCKS]).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  });
});

describe('deploy/kubernetes', () => {
  it('gives each service its own key, its own key with the gateway, and the signing key only to the gateway', () => {
    const objects = kubernetesObjects();
    const deployed = (service: ServiceName) =>
      objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service);
    expectKeysApart(
      new Map(
        SERVICES.map((name) => [name, configOf(name, environmentOf(containerOf(deployed(name)), objects))]),
      ),
    );
  });

  it('creates the roles with the passwords that the services use', () => {
    const objects = kubernetesObjects();
    const job = containerOf(
      objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'provision'),
    );
    expect(existsSync(sourceOf(job.args))).toBe(true);
    const { owners, kafka } = readProvisioning(environmentOf(job, objects));
    for (const { schema, password } of owners) expect(password).toBe(`secret-${schema.replaceAll('_', '-')}`);
    expect(kafka?.grant).toBe(true);
  });

  it('requests each service’s health on the port that it opens', () => {
    const container = containerOf(kubernetesFile('every-service.yaml')[0]);
    expect(container.livenessProbe?.httpGet.path).toBe('/health/live');
    expect(container.readinessProbe?.httpGet.path).toBe('/health/ready');
  });

  it.each(SERVICES)(
    'migrates the schema of %s with its own role, in a Job with attempts of its own',
    (service) => {
      const objects = kubernetesObjects();
      const job = objects.find(
        ({ kind, metadata }) => kind === 'Job' && metadata.name === `migrate-${service}`,
      );
      const container = containerOf(job);
      expect(container.args).toEqual([`dist/apps/${service}/src/main.js`]);
      const { migrations, databaseUrl } = configOf(service, environmentOf(container, objects));
      expect({ migrations, role: new URL(databaseUrl).username }).toEqual({
        migrations: 'only',
        role: service.replaceAll('-', '_'),
      });
      expect(job?.spec?.template?.spec.containers).toHaveLength(1);
      expect(job?.spec?.backoffLimit).toBeGreaterThanOrEqual(30); // with the pauses between them more than an hour
    },
  );

  it('holds no secret, only references to secrets', () => {
    const objects = kubernetesObjects();
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

it('lets commands of operators into the database, to the brokers and to the API, from a pod of the component', () => {
  const objects = rendered(path.join(ROOT, 'tools/containers/cluster'));
  const operator = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'operator',
  );
  const environment = environmentOf(containerOf(operator), objects);
  const { adminUrl, kafka } = readOperatorConfig(environment);
  expect(new URL(readBaseUrl(environment)).hostname).toBe('api-gateway');
  expect(new URL(adminUrl).username).toBe('admin');
  expect(kafka).toMatchObject({ security: { signIn: { username: 'provision' } } });
});

/** The example of an overlay of one's own in deploy/README.md, beside the shipped ones. */
function ownOverlay(): KubernetesObject[] {
  const example = exampleOf('deploy/README.md', 'kustomization.yaml');
  const folder = mkdtempSync(path.join(ROOT, 'deploy/kubernetes/overlays/own-'));
  try {
    writeFileSync(path.join(folder, 'kustomization.yaml'), example);
    return rendered(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const MEBIBYTES = { Mi: 1, Gi: 1024 };

function mebibytes(size = ''): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(size) ?? [];
  return Number(number) * MEBIBYTES[unit === 'Gi' ? 'Gi' : 'Mi'];
}

describe('an overlay of one’s own, as deploy/README.md has it', () => {
  const objects = ownOverlay();
  const services = objects.filter(({ kind }) => kind === 'Deployment');
  const settings = objects.find(
    ({ kind, metadata: { name } }) => kind === 'ConfigMap' && name.startsWith('tributary-'),
  );

  it('has its image in every container', () => {
    const images = objects.flatMap(
      ({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? [],
    );
    expect(images).toHaveLength(2 * SERVICES.length + 1);
    expect(new Set(images)).toEqual(new Set(['ghcr.io/you/tributary:0.2.0']));
  });

  it('has its address, its proxies and its collector', () => {
    expect(settings?.data).toMatchObject({
      PUBLIC_URL: 'https://tributary.example.com',
      TRUSTED_PROXIES: '10.244.0.0/16',
    });
    expect(settings?.data).toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });

  it('starts pods again when a setting changes', () => {
    expect(settings?.metadata.name).toMatch(/^tributary-[a-z0-9]{10}$/);
    for (const service of services)
      expect(containerOf(service).envFrom?.[0]?.configMapRef?.name).toBe(settings?.metadata.name);
  });
});

describe.each(['thousand', 'million', 'hundred-million'])('the overlay %s', (name) => {
  const objects = rendered(path.join(ROOT, 'deploy/kubernetes/overlays', name));
  const named = (kind: string, service: string) =>
    objects.find((one) => one.kind === kind && one.metadata.name === service);

  it('puts every object into its namespace', () => {
    const elsewhere = objects.filter(
      ({ kind, metadata: { namespace } }) => kind !== 'Namespace' && namespace !== 'tributary',
    );
    expect(elsewhere).toEqual([]);
  });

  it('keeps gateways in service while brokers are down, for reads', () => {
    expect(containerOf(named('Deployment', 'api-gateway')).readinessProbe?.httpGet.path).toBe(
      '/health/serving',
    );
    expect(containerOf(named('Deployment', 'rule-engine')).readinessProbe?.httpGet.path).toBe(
      '/health/ready',
    );
  });

  it('lets no gateway replace another that brokers refuse right after it serves', () => {
    expect(named('Deployment', 'api-gateway')?.spec?.minReadySeconds).toBe(10);
  });

  it('has memory for BUDGETB’s children beside the transfer engine', () => {
    const limitOf = (service: string) =>
      mebibytes(containerOf(named('Deployment', service)).resources?.limits?.memory);
    expect(limitOf('transfer-engine')).toBeGreaterThanOrEqual(limitOf('rule-engine') + 3 * 512);
  });

  it('lets a drain move pods that serve nothing', () => {
    const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets).toHaveLength(SERVICES.length);
    for (const { spec } of budgets) expect(spec?.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
  });
});

describe('one installation without Compose', () => {
  const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const unit = readFileSync(path.join(ROOT, 'deploy/systemd/tributary.service'), 'utf8');
  const options = [...dockerfile.matchAll(/NODE_OPTIONS="([^"]+)"/g)].map(([, value]) => value);

  it('runs with Node’s options of the services, in the image and by systemd', () => {
    expect(options).toHaveLength(2);
    expect(new Set(options).size).toBe(1);
    expect(unit).toContain(`ExecStart=/usr/bin/node ${options[0]} dist/apps/all-in-one/src/main.js serve\n`);
    expect(existsSync(path.join(ROOT, 'apps/all-in-one/src/main.ts'))).toBe(true);
    const arenas = /MALLOC_ARENA_MAX=\d+/g;
    expect(new Set([...(dockerfile.match(arenas) ?? []), ...(unit.match(arenas) ?? [])]).size).toBe(1);
  });

  it('reads settings, passwords among them, from a file that root alone reads, by systemd', () => {
    const readme = readFileSync(path.join(ROOT, 'deploy/README.md'), 'utf8');
    const [, file = '-'] = /EnvironmentFile=-(\S+)/.exec(unit) ?? [];
    expect(readme).toContain(`sudo install -m 600 /dev/null ${file}`);
    expect(readme).not.toMatch(/tee \/etc/);
  });

  it('has no rights by systemd, and ends by SIGTERM without a failure', () => {
    for (const line of ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict'])
      expect(unit).toContain(`\n${line}\n`);
    expect(unit).toContain('SuccessExitStatus=143');
  });
});

it('consumers are scaled by the groups and topics that their own settings name', () => {
  const objects = rendered(path.join(ROOT, 'deploy/kubernetes/overlays/million'));
  const scaled = objects.filter(({ kind }) => kind === 'ScaledObject');
  for (const { metadata, spec } of scaled) {
    const [trigger] = spec?.triggers ?? [];
    const names = Object.entries(trigger?.metadata ?? {}).filter(([key]) => key.endsWith('FromEnv'));
    expect(names.length).toBeGreaterThan(0);
    const deployment = objects.find(
      (one) => one.kind === 'Deployment' && one.metadata.name === metadata.name,
    );
    const environment = environmentOf(containerOf(deployment), objects);
    for (const [, name] of names) expect(environment).toHaveProperty(name);
    if (trigger?.type === 'kafka') expect(environment['SCALED_BY_GROUP']).toBe(metadata.name);
  }
});

describe('the deployed objects, against the published schemas', () => {
  const script = path.join(ROOT, 'tools/manifests.mjs');
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  const report = JSON.parse(stdout) as {
    overlays: { name: string; objects: number; errors: string[] }[];
    compose: { services: number; errors: string[] };
    home: { services: number; errors: string[] };
  };

  it.each(report.overlays)('every object of the overlay $name', ({ objects, errors }) => {
    expect(errors).toEqual([]);
    expect(objects).toBeGreaterThan(15);
  });

  it('the Compose files', () => {
    expect(report.compose.errors).toEqual([]);
    expect(report.compose.services).toBeGreaterThan(7);
    expect(report.home).toEqual({ services: 1, errors: [] });
  });
});

describe('our own rules for deployments', () => {
  const modules = path.join(ROOT, 'tools/confinement.mjs');
  const errorsOf = (name: string, ...args: unknown[]): string[] => {
    const script = `import * as rules from '${modules}'; console.log(JSON.stringify(rules.${name}(...${JSON.stringify(args)})))`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    return JSON.parse(stdout) as string[];
  };

  it('refuse an unconfined container', () => {
    expect(errorsOf('composeConfinement', 'new', { image: 'new' })).toEqual([
      'service new lacks read_only: true',
      'service new lacks cap_drop: [ALL]',
      'service new lacks no-new-privileges',
      'service new lacks mem_limit',
      'service new lacks networks of its own',
    ]);
    const pod = { spec: { containers: [{ name: 'new' }] } };
    expect(errorsOf('kubernetesConfinement', { kind: 'Deployment', spec: { template: pod } })).toEqual([
      'the pod lacks automountServiceAccountToken: false',
      'the pod lacks runAsNonRoot',
      'the pod lacks a seccomp profile',
      'container new lacks allowPrivilegeEscalation: false',
      'container new lacks readOnlyRootFilesystem: true',
      'container new lacks capabilities: {"drop":["ALL"]}',
      'container new lacks a memory limit',
    ]);
  });

  it('refuse unlimited egress', () => {
    const policy = { kind: 'NetworkPolicy', spec: { egress: [{ ports: [{ port: 5432 }] }] } };
    expect(errorsOf('kubernetesConfinement', policy)).toEqual(['an egress rule has no `to`']);
  });

  it('let only services that call other companies, and this machine’s ports, connect outside of Compose', () => {
    const parts = Object.entries(composeServices(variables));
    const leaving = parts
      .filter(([, { networks = [] }]) => networks.includes('outside'))
      .map(([name]) => name);
    expect(leaving.sort()).toEqual([
      ...['caddy', 'ingestion-sync', 'sandbox', 'transfer-engine', 'webhook-dispatcher'],
    ]);
    expect(parts.filter(([, { ports }]) => ports).map(([name]) => name)).not.toContain('kafka');
  });
});

describe('alerts', () => {
  const rules = alertRules();

  it.each(rules)('$alert has an entry in the runbook', ({ alert, annotations }) => {
    const runbook = readFileSync(path.join(ROOT, 'docs/how-to/answer-an-alert.md'), 'utf8');
    expect(annotations.runbook).toBe(`docs/how-to/answer-an-alert.md#${alert.toLowerCase()}`);
    expect(runbook).toContain(`\n## ${alert}\n`);
  });

  it('and the dashboard use metrics that the services send', () => {
    const dashboard = readFileSync(path.join(MONITORING, 'dashboard.json'), 'utf8');
    const asked =
      [dashboard, ...rules.map(({ expr }) => expr)]
        .join(' ')
        .match(/\b(tributary|http|nodejs|v8js)_[a-z0-9_]+/g) ?? [];
    const sent = metricNames();
    expect(
      [...new Set(asked)].filter((name) => !sent.has(name) && name !== 'http_response_status_code'),
    ).toEqual([]);
  });
});

describe('deploy/new-env.sh', () => {
  it('writes every secret into the file that is named, and adds missing ones to an older file', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-env-')), '.env');
    writeFileSync(file, 'POSTGRES_PASSWORD=kept\nENCRYPTION_KEY=of-all-services\n');
    expect(newEnv(installation, file).status).toBe(0);
    const written = readFileSync(file, 'utf8');
    const values = parseEnv(written);
    expect(Object.keys(secrets).filter((name) => !values[name])).toEqual([]);
    expect(values).toMatchObject({ POSTGRES_PASSWORD: 'kept', ENCRYPTION_KEYS_ACCEPTED: 'of-all-services' });
    expect(new SigningKey(values.COMMAND_SIGNING_KEY ?? '').publicKey).toBe(values.COMMAND_VERIFY_KEYS);
    expect(newEnv(installation, file).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('lets containers’ users read their files, and no other user of the machine past their folder', () => {
    expect(statSync(variables.SECRETS_FOLDER).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(variables.SECRETS_FOLDER, 'secrets.env')).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(variables.SECRETS_FOLDER).filter((one) => one !== 'secrets.env')) {
      const folder = path.join(variables.SECRETS_FOLDER, name);
      expect({ name, mode: statSync(folder).mode & 0o777 }).toEqual({ name, mode: 0o755 });
      for (const file of readdirSync(folder))
        expect({ file, mode: statSync(path.join(folder, file)).mode & 0o777 }).toEqual({ file, mode: 0o444 });
    }
  });

  it('leaves no secret in .env, and what it needs besides', () => {
    expect(Object.keys(envOf(installation)).sort()).toEqual(requiredVariables().sort());
    const { COMMAND_VERIFY_KEYS } = envOf(installation);
    expect(new SigningKey(secrets.COMMAND_SIGNING_KEY ?? '').publicKey).toBe(COMMAND_VERIFY_KEYS);
    const before = readFileSync(path.join(installation, '.env'), 'utf8');
    expect(newEnv(installation).status).toBe(0);
    expect(readFileSync(path.join(installation, '.env'), 'utf8')).toBe(before);
    expect(envOf(installation, '.secrets/secrets.env')).toEqual(secrets);
  });

  /** As the script of version 0.2 has written it, and settings of the operator’s. */
  function olderInstallation(): string {
    const { COMMAND_VERIFY_KEYS = '' } = envOf(installation);
    const made = Object.entries({ ...secrets, COMMAND_VERIFY_KEYS }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const own = [
      'ENCRYPTION_KEY=of-all-services',
      'PUBLIC_URL=https://money.example',
      `SMTP_URL='smtps://user:pa$$word@mail.example'`,
      'METRICS_TOKEN="a token of the operator"',
      'PROVIDER_B_PRIVATE_KEY_PEM="-----BEGIN',
      'abc',
      '-----END"',
      'SHEETS_CLIENT_SECRET=${FROM_ELSEWHERE}',
    ];
    return checkout({ '.env': `${[...made, ...own].join('\n')}\n` });
  }

  it('moves the secrets of an older .env, of which none is lost or changed', () => {
    const folder = olderInstallation();
    const before = envOf(folder);
    expect(newEnv(folder).status).toBe(0);
    const [env, moved] = [envOf(folder), envOf(folder, '.secrets/secrets.env')];
    const { COMMAND_VERIFY_KEYS, ...made } = before;
    for (const name of Object.keys(made).filter((one) => /_(PASSWORD|KEY)$/.test(one)))
      expect({ name, moved: moved[name], left: env[name] }).toEqual({
        name,
        moved: before[name],
        left: undefined,
      });
    expect(env).toMatchObject({
      COMMAND_VERIFY_KEYS,
      PUBLIC_URL: 'https://money.example',
      SMTP_URL_FILE: '/run/secrets/SMTP_URL',
      METRICS_TOKEN_FILE: '/run/secrets/METRICS_TOKEN',
      ENCRYPTION_KEYS_ACCEPTED_FILE: '/run/secrets/ENCRYPTION_KEYS_ACCEPTED',
      PROVIDER_B_PRIVATE_KEY_PEM: '-----BEGIN\nabc\n-----END',
      SHEETS_CLIENT_SECRET: '${FROM_ELSEWHERE}',
    });
    expect(env).not.toHaveProperty('SMTP_URL');
    const content = (file: string) => readFileSync(path.join(folder, '.secrets', file), 'utf8');
    expect(content('api-gateway/SMTP_URL')).toBe('smtps://user:pa$$word@mail.example\n');
    for (const service of SERVICES) {
      expect(content(`${service}/METRICS_TOKEN`)).toBe('a token of the operator\n');
      expect(content(`${service}/ENCRYPTION_KEYS_ACCEPTED`)).toBe('of-all-services\n');
    }
    const variables = { ...env, SECRETS_FOLDER: path.join(folder, '.secrets') };
    const parts = composeServices(variables);
    const gateway = configOf('api-gateway', {
      ...withSecretsOf(parts['api-gateway']),
      MAIL_FROM: 'a@example.com',
    });
    expect(gateway).toMatchObject({ mail: { credentials: { user: 'user', pass: 'pa$$word' } } });
  });

  it('changes nothing where .env and the other file differ', () => {
    const folder = olderInstallation();
    newEnv(folder);
    const files = ['.env', '.secrets/secrets.env'];
    writeFileSync(
      path.join(folder, '.env'),
      `${readFileSync(path.join(folder, '.env'), 'utf8')}POSTGRES_PASSWORD=other\n`,
    );
    const before = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const { status, stderr } = newEnv(folder);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'POSTGRES_PASSWORD has one value in .env and another one in .secrets/secrets.env',
    );
    expect(stderr).not.toContain('other\n');
    expect(files.map((file) => readFileSync(path.join(folder, file), 'utf8'))).toEqual(before);
  });
});

describe('an upgrade of Compose', () => {
  /** Stands for the engine: it notes what it is told, and fails where a test says so. */
  const DOCKER = `#!/bin/sh
echo "$TRIBUTARY_TAG: $*" >>"$CALLS"
case "$*" in *"\${FAILS:-nothing}"*) exit 1 ;; esac
`;

  function upgraded(
    folder: string,
    script: string,
    fails = '',
  ): { status: number | null; calls: string[]; said: string } {
    const bin = mkdtempSync(path.join(tmpdir(), 'tributary-docker-'));
    writeFileSync(path.join(bin, 'docker'), DOCKER);
    chmodSync(path.join(bin, 'docker'), 0o755);
    const calls = path.join(bin, 'calls');
    writeFileSync(calls, '');
    const { status, stderr, stdout } = spawnSync(
      'sh',
      [path.join(folder, 'deploy', script), ...(script === 'upgrade.sh' ? ['v2'] : [])],
      {
        encoding: 'utf8',
        env: { PATH: `${bin}:${process.env.PATH}`, CALLS: calls, ...(fails && { FAILS: fails }) },
      },
    );
    const lines = readFileSync(calls, 'utf8').trim().split('\n');
    return { status, calls: lines, said: stdout + stderr };
  }

  const first = (calls: readonly string[], part: string) => calls.findIndex((call) => call.includes(part));

  function installed(tag = 'v1'): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-checkout-'));
    cpSync(installation, folder, { recursive: true });
    if (tag) appendFileSync(path.join(folder, '.env'), `TRIBUTARY_TAG=${tag}\n`);
    return folder;
  }

  it('builds and migrates while the version before serves, and then replaces a service at a time', () => {
    const folder = installed();
    const { status, calls } = upgraded(folder, 'upgrade.sh');
    expect(status).toBe(0);
    const migrations = SERVICES.map((service) => first(calls, `--env MIGRATIONS=only ${service}`));
    const replaced = SERVICES.map((service) => first(calls, `up --detach --wait --no-deps ${service}`));
    const order = [first(calls, 'build'), first(calls, 'run --rm --no-TTY provision'), ...migrations].concat(
      replaced,
    );
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(first(calls, 'build')).toBeLessThan(first(calls, 'provision'));
    expect(first(calls, 'provision')).toBeLessThan(Math.min(...migrations));
    expect(Math.max(...migrations)).toBeLessThan(Math.min(...replaced));
    expect(calls.at(-1)).toBe('v2: compose up --detach --wait');
    expect(calls.every((call) => call.startsWith('v2: '))).toBe(true);
    expect(envOf(folder)).toMatchObject({ TRIBUTARY_TAG: 'v2', TRIBUTARY_TAG_BEFORE: 'v1' });
  });

  it('that fails before it replaces anything leaves the version before in .env, and says where to read on', () => {
    const folder = installed();
    const { status, calls, said } = upgraded(folder, 'upgrade.sh', 'MIGRATIONS=only rule-engine');
    expect(status).toBe(1);
    expect(calls.filter((call) => call.includes(' up '))).toEqual([]);
    expect(envOf(folder)).toMatchObject({ TRIBUTARY_TAG: 'v1', TRIBUTARY_TAG_BEFORE: 'v1' });
    expect(said).toContain('docs/how-to/go-back.md');
  });

  it('keeps the image of an installation without tags by a name', () => {
    const folder = installed('');
    const { calls } = upgraded(folder, 'upgrade.sh');
    expect(calls).toContain('v2: tag tributary:local tributary:before-v2');
    expect(envOf(folder)).toMatchObject({ TRIBUTARY_TAG: 'v2', TRIBUTARY_TAG_BEFORE: 'before-v2' });
  });

  it('gives a second build of the same version another tag', () => {
    const folder = installed('v2');
    upgraded(folder, 'upgrade.sh');
    expect(envOf(folder).TRIBUTARY_TAG).toMatch(/^v2-\d{8}-\d{6}$/);
    expect(envOf(folder).TRIBUTARY_TAG_BEFORE).toBe('v2');
  });

  it('is taken back by the image before, a service at a time', () => {
    const folder = installed();
    upgraded(folder, 'upgrade.sh');
    const { status, calls } = upgraded(folder, 'go-back.sh');
    expect(status).toBe(0);
    expect(calls[1]).toBe('v1: compose up --detach --wait --no-deps ingestion-sync');
    expect(first(calls, 'provision')).toBe(-1);
    expect(envOf(folder).TRIBUTARY_TAG).toBe('v1');
  });
});

describe('backups and figures on Kubernetes, by components', () => {
  const objects = rendered(path.join(ROOT, 'tools/containers/cluster'));
  const find = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);

  it('make a backup at night, never two at once, with the rights of every pod and a volume that its user may write to', () => {
    const job = find('CronJob', 'backup');
    const template = job?.spec?.jobTemplate?.spec.template;
    expect(job?.spec).toMatchObject({ concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 3600 });
    expect(template?.spec).toMatchObject({ securityContext: { runAsNonRoot: true, fsGroup: 1000 } });
    const [container] = template?.spec.containers ?? [];
    expect(container?.args).toEqual([
      'dist/apps/operator/src/main.js',
      'backups',
      'make',
      '/backups',
      '--keep',
      '7',
    ]);
    expect(existsSync(sourceOf(container?.args))).toBe(true);
    const { adminUrl, kafka } = readOperatorConfig(environmentOf(container ?? {}, objects));
    expect(new URL(adminUrl).username).toBe('admin');
    expect(kafka).toMatchObject({ security: { signIn: { username: 'provision' } } });
  });

  it('let Prometheus in at the port of every service, and nobody else', () => {
    for (const service of SERVICES) {
      const container = containerOf(find('Deployment', service));
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: 9464 });
      expect(environmentOf(container, objects)).toMatchObject({ METRICS_PORT: '9464' });
    }
    expect(JSON.stringify(find('NetworkPolicy', 'prometheus-reads-figures'))).toContain(
      '"kubernetes.io/metadata.name":"monitoring"',
    );
  });

  it('are accepted by the schemas of Kubernetes, with no more rights than any pod', () => {
    const script = `import { checkOverlay, renderFolder } from ${JSON.stringify(path.join(ROOT, 'tools/manifests.mjs'))};
      console.log(JSON.stringify(checkOverlay('cluster', renderFolder(${JSON.stringify(path.join(ROOT, 'tools/containers/cluster'))})).errors));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: '[]', stderr: '' });
  });
});

describe('compose.home.yml', () => {
  const file = parse(readFileSync(path.join(ROOT, 'compose.home.yml'), 'utf8'), { merge: true }) as {
    services: { tributary: ComposeService & { build: { target: string } } };
    volumes: { tributary: { name: string } };
  };
  const { tributary } = file.services;

  it('runs the home’s image on the volume that the page names, with every setting of .env', () => {
    expect(tributary.build.target).toBe('all-in-one');
    expect(file.volumes.tributary.name).toBe('tributary');
    const names = Object.keys(tributary.environment ?? {});
    const decided =
      /^(DATABASE_|KAFKA_|ENCRYPTION_KEY$|COMMAND_(VERIFY_)?KEYS?$|COMMAND_SIGNING_KEY|MIGRATIONS$|PORT$|HOST$)/;
    const settings = SERVICES.flatMap(settingsOf).filter((name) => !decided.test(name));
    expect(settings.filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['BACKUP_TIME', 'BACKUP_KEEP', 'BACKUP_DIR', 'IMPORT_DIR']));
  });

  it('is open to this machine alone, unless .env says otherwise', () => {
    expect(tributary.ports).toEqual(['${API_ADDRESS:-127.0.0.1}:${API_PORT:-3000}:3000']);
  });
});
