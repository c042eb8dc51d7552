import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { exampleOf } from './testing/deploy-page';
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

/** Values for all that is a choice. */
const EVERYTHING = [
  'host="a.example"',
  'ingress={"enabled":true,"tlsSecret":"tls"}',
  'httpRoute={"enabled":true,"parentRefs":[{"name":"public","namespace":"gateways"}]}',
  'backup={"enabled":true}',
  'monitoring={"podMonitor":{"enabled":true,"labels":{"release":"prometheus"}},"prometheusRule":{"enabled":true}}',
  `pods=${JSON.stringify({
    annotations: { 'example.com/team': 'money' },
    labels: { team: 'money' },
    extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
    extraVolumes: [{ name: 'ca', secret: { secretName: 'stores-ca' } }],
    extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/stores', readOnly: true }],
    nodeSelector: { pool: 'apps' },
    tolerations: [{ key: 'apps', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
    priorityClassName: 'important',
  })}`,
];

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

  /** Helm prints the notes of an installation alone, so here they are an object of a copy of the chart. */
  function notesOf(folder: string, ...set: string[]): string {
    const copy = mkdtempSync(path.join(tmpdir(), 'tributary-chart-'));
    try {
      cpSync(folder, copy, { recursive: true });
      const notes = path.join(copy, 'templates/notes.yaml');
      renameSync(path.join(copy, 'templates/NOTES.txt'), notes);
      writeFileSync(notes, readFileSync(notes, 'utf8').replace(/^(?!\{\{-)/gm, '# '));
      const words = ['template', 'tributary', copy, '--show-only', 'templates/notes.yaml'];
      const { status, stdout, stderr } = runHelm(...words, ...set.flatMap((one) => ['--set', one]));
      if (status !== 0) throw new Error(stderr);
      return stdout;
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  const gatewayOf = (text: string) => containerOf(find(objectsOf(text), 'Deployment', 'api-gateway'));
  const find = (objects: readonly KubernetesObject[], kind: string, named: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === named);

  it('passes helm lint', () => {
    expect(runHelm('lint', '--strict', chart).stdout).toContain('0 chart(s) failed');
  });

  it.each(OVERLAYS)('has the objects of the overlay %s, each equal to it', (size) => {
    const ofChart = objectsOf(template(`size="${size}"`, 'operator={"enabled":false}'))
      .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === undefined)
      .map(withoutWhatHelmNeeds)
      .map(withoutLabels);
    const ofOverlay = rendered(path.join(ROOT, 'deploy/kubernetes/overlays', size))
      .filter(({ kind }) => kind !== 'Namespace')
      .map(withoutHash)
      .map(withoutLabels);
    expect(ofChart.length).toBeGreaterThan(20);
    expect(byName(ofChart)).toEqual(byName(ofOverlay));
  });

  it.each(OVERLAYS)('is accepted by the schemas of Kubernetes and its extensions in the size %s', (size) => {
    const text = template(`size="${size}"`, ...EVERYTHING);
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

  it('is installed with the values and the words of its page', () => {
    const page = readFileSync(path.join(ROOT, 'deploy/helm/README.md'), 'utf8');
    const values = exampleOf('deploy/helm/README.md', 'yours.yaml');
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

  it('gives every pod, those of the Jobs too, what the values say of pods, and a service what they say of it', () => {
    const own =
      'services={"rule-engine":{"pods":{"nodeSelector":{"pool":"rules"},"tolerations":[{"key":"r"}]}}}';
    const objects = objectsOf(template(...EVERYTHING, own));
    const templates = objects.flatMap(({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template ?? []);
    expect(templates.some(({ spec }) => spec.containers[0]?.name === 'backup')).toBe(true);
    expect(templates.length).toBeGreaterThan(10);
    for (const { metadata, spec } of templates) {
      expect(metadata).toMatchObject({
        labels: { team: 'money' },
        annotations: { 'example.com/team': 'money' },
      });
      expect(spec).toMatchObject({ priorityClassName: 'important', affinity: { podAntiAffinity: {} } });
      expect(spec.volumes).toContainEqual({ name: 'ca', secret: { secretName: 'stores-ca' } });
      for (const { env, volumeMounts } of spec.containers) {
        expect(env).toContainEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
        expect(volumeMounts).toContainEqual({ name: 'ca', mountPath: '/etc/stores', readOnly: true });
      }
    }
    const podOf = (service: string) => find(objects, 'Deployment', service)?.spec?.template?.spec;
    expect(podOf('api-gateway')).toMatchObject({
      nodeSelector: { pool: 'apps' },
      tolerations: [{ key: 'apps' }],
    });
    expect(podOf('rule-engine')).toMatchObject({
      nodeSelector: { pool: 'rules' },
      tolerations: [{ key: 'apps' }, { key: 'r' }],
    });
  });

  it('opens the port of figures where a PodMonitor asks for them, to Prometheus alone, with the alerts as they are', () => {
    expect(template()).not.toMatch(/METRICS_PORT|monitoring\.coreos\.com/);
    const objects = objectsOf(template(...EVERYTHING));
    const gateway = containerOf(find(objects, 'Deployment', 'api-gateway'));
    expect(gateway.ports).toContainEqual({ name: 'metrics', containerPort: 9464 });
    expect(environmentOf(gateway, objects)).toMatchObject({ METRICS_PORT: '9464' });
    expect(find(objects, 'PodMonitor', 'tributary')?.metadata.labels).toMatchObject({
      release: 'prometheus',
    });
    expect(JSON.stringify(find(objects, 'NetworkPolicy', 'prometheus-reads-figures'))).toContain(
      '"kubernetes.io/metadata.name":"monitoring"',
    );
    const alerts = readFileSync(
      path.join(ROOT, 'deploy/kubernetes/components/monitoring/alerts.yaml'),
      'utf8',
    );
    expect(find(objects, 'PrometheusRule', 'tributary')?.spec).toEqual(parse(alerts));
  });

  it('labels each object as Kubernetes’ tools expect it of a chart', () => {
    for (const { metadata } of objectsOf(template(...EVERYTHING))) {
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/name': 'tributary',
        'app.kubernetes.io/instance': 'tributary',
        'app.kubernetes.io/managed-by': 'Helm',
        'helm.sh/chart': expect.stringMatching(/^tributary-\d/) as string,
      });
    }
  });

  it('says how the first user is made in an installation that takes invitations alone', () => {
    const notes = notesOf(chart, 'host=money.example');
    expect(environmentOf(gatewayOf(template()), objectsOf(template()))).toMatchObject({
      SIGN_UP: 'invitation',
    });
    expect(notes).not.toContain('/sign-up');
    expect(notes).toContain('https://money.example/first-run');
    const [command = ''] = /node dist\S+main\.js .+/.exec(notes) ?? [];
    expect(command).toBe('node dist/apps/operator/src/main.js users first-run-code');
    expect(notes).toContain('exec deploy/operator --');
    const operator = find(objectsOf(template()), 'Deployment', 'operator');
    expect(containerOf(operator).command).toEqual(['sleep', 'infinity']);
    expect(notesOf(chart, 'operator.enabled=false')).toContain('set operator.enabled');
  });

  it('has a test that asks the gateway, from a pod without rights that may ask nothing else', () => {
    const hooks = objectsOf(template()).filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test',
    );
    expect(hooks.map(({ kind }) => kind).sort()).toEqual(['NetworkPolicy', 'Pod']);
  });

  it('has a test that passes once the gateway is ready, and not before', async () => {
    const pod = find(objectsOf(template()), 'Pod', 'tributary-test') as unknown as {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
    const statuses = [503, 200];
    const gateway = createServer((request, response) => {
      response.writeHead(request.url === '/health/ready' ? (statuses.shift() ?? 200) : 404).end('{}');
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const args = pod.spec.containers[0]?.args.map((text) =>
      text.replace('http://api-gateway/', `http://${at}/`),
    );
    const asking = promisify(execFile)(process.execPath, args ?? []);
    const { stdout } = await asking.finally(() => gateway.close());
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['503', '200', '']);
  });

  it.each([
    [
      'settings={"SMTP_URL":"smtps://user:password@mail.example"}',
      'settings: SMTP_URL',
      'tributary-api-gateway',
    ],
    ['settings={"DATABASE_URL":"postgres://a:b@c/d"}', 'settings: DATABASE_URL', 'tributary-database'],
    ['settings={"ENCRYPTION_KEY":"k"}', 'settings: ENCRYPTION_KEY', 'tributary-keys'],
    ['settings={"PROVIDER_A_SECRET_KEY":"k"}', 'settings: PROVIDER_A_SECRET_KEY', 'tributary-provider-a'],
    ['settings={"METRICS_TOKEN":"a-token-of-16-letters"}', 'settings: METRICS_TOKEN', 'tributary-<service>'],
    ['settings={"SHEETS_CLIENT_SECRET":"s"}', 'settings: SHEETS_CLIENT_SECRET', 'tributary-transfer-engine'],
    [
      'pods={"extraEnv":[{"name":"SMTP_URL","value":"smtp://a"}]}',
      'extraEnv: SMTP_URL',
      'tributary-api-gateway',
    ],
    [
      'services={"rule-engine":{"pods":{"extraEnv":[{"name":"ENCRYPTION_KEY","value":"k"}]}}}',
      'extraEnv: ENCRYPTION_KEY',
      'tributary-keys',
    ],
  ])('refuses %s, a secret as a plain value, and says where it belongs', (value, what, where) => {
    expect(() => template(value)).toThrow(
      new RegExp(`${what} is a secret, .* put it into the Secret ${where}`),
    );
  });

  it('refuses a password in any other value, and takes a secret by reference', () => {
    const endpoint = 'https://user:password@collector.example';
    expect(() => template(`settings={"OTEL_EXPORTER_OTLP_ENDPOINT":"${endpoint}"}`)).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT has a password in it/,
    );
    const byReference = { name: 'SMTP_URL', valueFrom: { secretKeyRef: { name: 'mine', key: 'smtp' } } };
    expect(template(`pods=${JSON.stringify({ extraEnv: [byReference] })}`)).toContain('key: smtp');
    expect(template('settings={"OTEL_EXPORTER_OTLP_ENDPOINT":"http://collector:4318/a@b"}')).toContain('a@b');
  });

  it('makes backups as the values say, in a claim of its own or one that is there', () => {
    expect(template()).not.toMatch(/kind: (CronJob|PersistentVolumeClaim)/);
    const own = objectsOf(
      template(
        'backup={"enabled":true,"keep":30,"size":"5Gi","schedule":"0 4 * * *","timeZone":"Europe/Helsinki"}',
      ),
    );
    const job = find(own, 'CronJob', 'backup');
    expect(job?.spec).toMatchObject({
      schedule: '0 4 * * *',
      timeZone: 'Europe/Helsinki',
      concurrencyPolicy: 'Forbid',
    });
    const [container] = job?.spec?.jobTemplate?.spec.template.spec.containers ?? [];
    expect(container?.args?.slice(-3)).toEqual(['/backups', '--keep', '30']);
    expect(container?.image).toMatch(/^registry\.example\/tributary:/);
    const claim = find(own, 'PersistentVolumeClaim', 'backups');
    expect(claim).toMatchObject({
      metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } },
      spec: { resources: { requests: { storage: '5Gi' } } },
    });
    const text = template('backup={"enabled":true,"existingClaim":"mine"}');
    expect(text).toContain('claimName: mine');
    expect(text).not.toContain('PersistentVolumeClaim\n');
    expect(() => template('backup={"enabled":true,"keep":0}')).toThrow(/schema/);
  });

  it('lets Prometheus in as the component of Kustomize does', () => {
    const ofChart = find(objectsOf(template(...EVERYTHING)), 'NetworkPolicy', 'prometheus-reads-figures');
    const ofComponent = rendered(path.join(ROOT, 'tools/containers/cluster')).find(
      ({ metadata }) => metadata.name === 'prometheus-reads-figures',
    );
    expect(ofChart?.spec).toEqual(ofComponent?.spec);
  });

  it.each(['sizes="thousand"', 'size="large"', 'services={"gateway":{}}', 'existingSecrets={"keys":"mine"}'])(
    'refuses %s, which means nothing',
    (value) => {
      expect(() => template(value)).toThrow(/values don't meet the specifications of the schema/);
    },
  );
});

const OF_THE_CHART = /^helm\.sh\/|^app\.kubernetes\.io\/(name|instance|version|managed-by|part-of)$/;

/** Without the labels that a chart's objects have besides, and by which all objects are told from others. */
function withoutLabels({ metadata, ...object }: KubernetesObject): KubernetesObject {
  const { labels = {}, ...others } = metadata;
  const own = Object.entries(labels).filter(([label]) => !OF_THE_CHART.test(label));
  return { ...object, metadata: { ...others, ...(own.length > 0 && { labels: Object.fromEntries(own) }) } };
}

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
