import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { containerOf, environmentOf, KubernetesObject, rendered, ROOT } from './testing/deployments';

const OVERLAYS = ['thousand', 'million', 'hundred-million'];

/** The value of an expression over the tools' modules, from a separate process, because they are ES modules. */
function asked<T>(modules: string, expression: string, ...args: unknown[]): T {
  const [file, names] = modules.split(': ');
  const script = `import { ${names} } from ${JSON.stringify(path.join(ROOT, file ?? ''))};
    const args = ${JSON.stringify(args)}; console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const helm = asked<string | null>('tools/containers/go-programs.mjs: builtProgram', `builtProgram('helm')`);
const describeWithHelm = helm === null ? describe.skip : describe;
const name = `the Helm chart${helm === null ? ' (skipped, no Helm: node tools/containers/go-programs.mjs helm)' : ''}`;

describeWithHelm(name, () => {
  let chart: string;
  beforeAll(() => (chart = asked('tools/chart.mjs: completeChart', 'completeChart()')));

  const runHelm = (...words: string[]) =>
    spawnSync(helm ?? '', words, { encoding: 'utf8', maxBuffer: 2 ** 26 });

  function template(...values: string[]): string {
    const set = values.flatMap((value) => ['--set-json', value]);
    const { status, stdout, stderr } = runHelm('template', 'tributary', chart, '-n', 'tributary', ...set);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  const objectsOf = (text: string): KubernetesObject[] =>
    parseAllDocuments(text)
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);

  const find = (objects: readonly KubernetesObject[], kind: string, named: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === named);

  it('passes helm lint', () => {
    expect(runHelm('lint', '--strict', chart).stdout).toContain('0 chart(s) failed');
  });

  it.each(OVERLAYS)('has the objects of the overlay %s, each equal to it', (size) => {
    const ofChart = objectsOf(template(`size="${size}"`)).map(withoutWhatHelmNeeds);
    const ofOverlay = rendered(path.join(ROOT, 'deploy/kubernetes/overlays', size))
      .filter(({ kind }) => kind !== 'Namespace')
      .map(withoutHash);
    expect(ofChart.length).toBeGreaterThan(20);
    expect(byName(ofChart)).toEqual(byName(ofOverlay));
  });

  it.each(OVERLAYS)('is accepted by Kubernetes’ and KEDA’s schemas in the size %s', (size) => {
    const text = template(`size="${size}"`, 'ingress={"enabled":true,"tlsSecret":"tls"}', 'host="a.example"');
    const { errors } = asked<{ errors: string[] }>(
      'tools/manifests.mjs: checkOverlay',
      `checkOverlay('chart', args[0])`,
      text.replace(/^---\n/, ''),
    );
    expect(errors).toEqual([]);
  });

  it('puts image, host, settings and the names of secrets where they belong', () => {
    const objects = objectsOf(
      template(
        'image={"repository":"ghcr.io/you/tributary","tag":"1","pullSecrets":["registry"]}',
        'host="money.example"',
        'settings={"BUS_PARTITIONS":12,"TRACES_SAMPLE_RATIO":0.5,"TRUSTED_PROXIES":"10.244.0.0/16"}',
        'existingSecrets={"tributary-database":"mine"}',
        'ingress={"enabled":true,"className":"nginx"}',
      ),
    );
    const images = objects.flatMap(
      ({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? [],
    );
    expect(new Set(images)).toEqual(new Set(['ghcr.io/you/tributary:1']));
    const gateway = containerOf(find(objects, 'Deployment', 'api-gateway'));
    expect(environmentOf(gateway, objects)).toMatchObject({
      PUBLIC_URL: 'https://money.example',
      TRUSTED_PROXIES: '10.244.0.0/16',
      BUS_PARTITIONS: '12',
      TRACES_SAMPLE_RATIO: '0.5',
      KAFKA_REPLICATION_FACTOR: '1',
    });
    const secrets = gateway.env?.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []);
    expect(secrets).toContain('mine');
    expect(secrets).toContain('tributary-keys');
    expect(secrets).not.toContain('tributary-database');
    expect(JSON.stringify(find(objects, 'Ingress', 'tributary'))).toContain('money.example');
  });

  it('is installed with the values and the words of deploy/README.md', () => {
    const page = readFileSync(path.join(ROOT, 'deploy/README.md'), 'utf8');
    const [, values = ''] = /```yaml\n# yours\.yaml\n([^`]+)```/.exec(page) ?? [];
    const [, words = ''] = /^helm install tributary deploy\/helm (.+)$/m.exec(page) ?? [];
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-chart-')), 'yours.yaml');
    writeFileSync(file, values);
    // `helm install` asks a cluster first; `helm template` takes the same words.
    const asked = words.replace('yours.yaml', file).split(' ');
    const { stdout: manifest, stderr } = runHelm('template', 'tributary', chart, ...asked);
    rmSync(path.dirname(file), { recursive: true });
    expect(stderr).toBe('');
    const objects = objectsOf(manifest);
    expect(environmentOf(containerOf(find(objects, 'Deployment', 'api-gateway')), objects)).toMatchObject({
      PUBLIC_URL: 'https://tributary.example.com',
      DATABASE_HOST: 'postgres.databases:5432',
    });
    expect(manifest).toContain('image: ghcr.io/you/tributary:');
    expect(JSON.stringify(find(objects, 'Ingress', 'tributary'))).toContain('tributary-tls');
  });

  it('starts pods again when a setting changes, and makes the Jobs of every revision', () => {
    const checksum = (...values: string[]) =>
      /checksum\/settings: \S+/.exec(template(...values))?.[0] ?? 'none';
    expect(checksum()).not.toBe('none');
    expect(checksum('settings={"SYNC_CONCURRENCY":"7"}')).not.toBe(checksum());
    expect(find(objectsOf(template()), 'Job', 'provision-1')).toBeDefined();
  });

  it('sizes a service by its values', () => {
    const services =
      'services={"api-gateway":{"replicas":3},"rule-engine":{"resources":{"limits":{"memory":"3Gi"}}}}';
    const objects = objectsOf(template(services));
    expect(find(objects, 'Deployment', 'api-gateway')?.spec?.replicas).toBe(3);
    expect(containerOf(find(objects, 'Deployment', 'rule-engine')).resources?.limits?.memory).toBe('3Gi');
  });

  it.each(['sizes="thousand"', 'size="large"', 'services={"gateway":{}}', 'existingSecrets={"keys":"mine"}'])(
    'refuses %s, which means nothing',
    (value) => {
      expect(() => template(value)).toThrow(/values don't meet the specifications of the schema/);
    },
  );
});

type Labelled = KubernetesObject & { spec?: { template?: { metadata?: { annotations?: object } } } };

/** Helm needs a number in a Job's name, and a checksum where Kustomize has a hash in the name of the settings. */
function withoutWhatHelmNeeds(object: Labelled): KubernetesObject {
  const copy = structuredClone(object);
  if (copy.kind === 'Job') Object.assign(copy.metadata, { name: copy.metadata.name.replace(/-1$/, '') });
  const metadata = copy.spec?.template?.metadata;
  if (copy.kind === 'Deployment' && metadata) {
    expect(metadata.annotations).toEqual({
      'checksum/settings': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    delete metadata.annotations;
  }
  return copy;
}

function withoutHash(object: KubernetesObject): KubernetesObject {
  return JSON.parse(
    JSON.stringify(object).replaceAll(/"name":"tributary-[a-z0-9]{10}"/g, (text) =>
      /tributary-(keys|database|provider-\w|alerts|dashboard)"/.test(text) ? text : '"name":"tributary"',
    ),
  ) as KubernetesObject;
}

function byName(objects: readonly KubernetesObject[]): Record<string, KubernetesObject> {
  return Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}
