import { SERVICES } from '@tributary/contracts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readProvisioning } from '@tributary/service';
import {
  composeServices,
  containerOf,
  environmentOf,
  kubernetesFile,
  kubernetesObjects,
  MissingVariable,
  requiredVariables,
  ROOT,
} from './testing/deployments';
import { configOf, READ_BY_LIBRARIES, settingsOf } from './testing/service-settings';

/** What a container has in its environment only to build other settings from. */
const BUILDING_BLOCKS = ['DATABASE_HOST', 'DATABASE_NAME', 'DATABASE_PASSWORD'];

const variables = Object.fromEntries(requiredVariables().map((name) => [name, `value-of-${name}`]));

function sourceOf(words: readonly string[] | undefined): string {
  const script = words?.[0] ?? '';
  return path.join(ROOT, script.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
}

describe.each(SERVICES)('docker-compose.yml: %s', (service) => {
  const part = composeServices(variables)[service];

  it('runs the service’s own program, once roles and broker are there', () => {
    expect(part?.command).toEqual([`dist/apps/${service}/src/main.js`]);
    expect(existsSync(sourceOf(part?.command))).toBe(true);
    expect(part?.depends_on).toEqual({
      provision: { condition: 'service_completed_successfully' },
      kafka: { condition: 'service_healthy' },
    });
    expect(part?.healthcheck?.test?.join(' ')).toContain(`:${part?.environment?.PORT}/health/ready`);
  });

  it('gives it all settings that it needs, its own database role, and no setting that it does not know', () => {
    const environment = part?.environment ?? {};
    const config = configOf(service, environment);
    const role = service.replaceAll('-', '_');
    expect(new URL(config.databaseUrl).username).toBe(role);
    expect(new URL(config.databaseUrl).password).toBe(`value-of-${role.toUpperCase()}_DATABASE_PASSWORD`);
    expect([...settingsOf(service), ...READ_BY_LIBRARIES]).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  });
});

describe('docker-compose.yml', () => {
  it('makes the roles with the passwords that the services use', () => {
    const { provision } = composeServices(variables);
    expect(existsSync(sourceOf(provision?.command))).toBe(true);
    for (const { schema, password } of readProvisioning(provision?.environment ?? {}).owners) {
      expect(password).toBe(`value-of-${schema.toUpperCase()}_DATABASE_PASSWORD`);
    }
  });

  it.each(requiredVariables())('does not start without %s', (name) => {
    expect(() => composeServices({ ...variables, [name]: '' })).toThrow(MissingVariable);
  });

  it('opens ports on this machine only', () => {
    const ports = Object.values(composeServices(variables)).flatMap((part) => part.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
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

  it('gives it all settings that it needs, its own database role, and no setting that it does not know', () => {
    const environment = environmentOf(container, objects);
    const { databaseUrl } = configOf(service, environment);
    expect(databaseUrl).toBe(
      `postgres://${service.replaceAll('-', '_')}:secret-${service}@postgres:5432/tributary`,
    );
    expect([...settingsOf(service), ...READ_BY_LIBRARIES, ...BUILDING_BLOCKS]).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  });
});

describe('deploy/kubernetes', () => {
  it('makes the roles with the passwords that the services use', () => {
    const objects = kubernetesObjects();
    const job = containerOf(objects.find(({ kind }) => kind === 'Job'));
    expect(existsSync(sourceOf(job.args))).toBe(true);
    for (const { schema, password } of readProvisioning(environmentOf(job, objects)).owners) {
      expect(password).toBe(`secret-${schema.replaceAll('_', '-')}`);
    }
  });

  it('asks each service for its health where it tells it', () => {
    const container = containerOf(kubernetesFile('every-service.yaml')[0]);
    expect(container.livenessProbe?.httpGet.path).toBe('/health/live');
    expect(container.readinessProbe?.httpGet.path).toBe('/health/ready');
  });

  it('holds no secret, only references to secrets', () => {
    const objects = kubernetesObjects();
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});
