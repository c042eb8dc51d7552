import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { anyRsaKey } from './service-settings';

export const ROOT = path.resolve(__dirname, '../..');

type Settings = Record<string, string>;

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Settings;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly (string | { readonly source?: string; readonly target: string })[];
  readonly networks?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly options?: Settings };
  readonly restart?: string;
  readonly profiles?: readonly string[];
}

/** A `${NAME:?…}` of docker-compose.yml without a value. */
export class MissingVariable extends Error {}

/** The services of docker-compose.yml, with variables filled in as Compose does. @throws MissingVariable */
export function composeServices(variables: Settings): Record<string, ComposeService> {
  const text = filled(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'), variables);
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      service.environment ? { ...service, environment: given(service.environment, variables) } : service,
    ]),
  );
}

/** What a container’s process reads: the files of its secrets are in the folder that it mounts at /run/secrets. */
export function withSecretsOf(part: ComposeService | undefined): Settings {
  const mounts = (part?.volumes ?? []).flatMap((volume) => (typeof volume === 'string' ? [] : [volume]));
  const folder = mounts.find(({ target }) => target === '/run/secrets')?.source ?? '/nowhere';
  return Object.fromEntries(
    Object.entries(part?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/^\/run\/secrets\//, `${folder}/`),
    ]),
  );
}

/** From the innermost outwards: a default may have a variable in it. */
function filled(text: string, variables: Settings): string {
  const done = text.replaceAll(/\$\{(\w+):([?-])([^${}]*)\}/g, (_all, name: string, kind, rest: string) => {
    const value = variables[name] ?? '';
    if (kind === '?' && !value) throw new MissingVariable(name);
    return value || (kind === '-' ? rest : '');
  });
  return done === text ? text : filled(done, variables);
}

/** A variable without a value in the file has that of .env; without one there, the container does not get it. */
function given(environment: Readonly<Record<string, string | null>>, variables: Settings): Settings {
  const values = Object.entries(environment).map(([name, value]) => [name, value ?? variables[name]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Settings;
}

/** The names in .env.example that must be given. */
export function requiredVariables(): string[] {
  const lines = readFileSync(path.join(ROOT, '.env.example'), 'utf8').split('\n');
  return lines.flatMap((line) => /^(\w+)=$/.exec(line)?.[1] ?? []);
}

export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Settings;
    readonly annotations?: Settings;
  };
  readonly data?: Settings;
  readonly spec?: {
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
    readonly backoffLimit?: number;
    readonly minReadySeconds?: number;
    readonly unhealthyPodEvictionPolicy?: string;
    readonly replicas?: number;
    readonly triggers?: readonly { readonly type: string; readonly metadata: Settings }[];
  };
}

export interface PodTemplate {
  readonly metadata?: object;
  readonly spec: { readonly containers: readonly Container[]; readonly volumes?: readonly object[] };
}

export interface Container {
  readonly name?: string;
  readonly command?: readonly string[];
  readonly ports?: readonly object[];
  readonly volumeMounts?: readonly object[];
  readonly args?: readonly string[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly image?: string;
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
}

/** All objects of the files that deploy/kubernetes/base/kustomization.yaml names, before its patches. */
export function kubernetesObjects(): KubernetesObject[] {
  const { resources } = kubernetesFile('kustomization.yaml')[0] as unknown as { resources: string[] };
  return [...resources.flatMap(kubernetesFile), settingsOfKubernetes()];
}

/** The ConfigMap that Kustomize makes of settings.env. */
function settingsOfKubernetes(): KubernetesObject {
  const data = parseEnv(
    readFileSync(path.join(ROOT, 'deploy/kubernetes/base/settings.env'), 'utf8'),
  ) as Settings;
  return { kind: 'ConfigMap', metadata: { name: 'tributary' }, data };
}

/** The objects of a Kustomization, rendered as `kubectl apply -k` does. */
export function rendered(folder: string): KubernetesObject[] {
  const script = `import { renderFolder } from ${JSON.stringify(path.join(ROOT, 'tools/manifests.mjs'))};
    process.stdout.write(renderFolder(${JSON.stringify(folder)}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
}

export function kubernetesFile(name: string): KubernetesObject[] {
  const text = readFileSync(path.join(ROOT, 'deploy/kubernetes/base', name), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}

/** The one container of a workload. */
export function containerOf(object: KubernetesObject | undefined): Container {
  const [container] = object?.spec?.template?.spec.containers ?? [];
  if (!container) throw new Error(`${object?.metadata.name ?? 'the object'} has no container`);
  return container;
}

/** What a container's process finds in its environment; a secret's value is made up from its key. */
export function environmentOf(container: Container, objects: readonly KubernetesObject[]): Settings {
  const environment: Settings = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = objects.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name,
    );
    Object.assign(environment, map?.data);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const expanded = value?.replaceAll(/\$\((\w+)\)/g, (all, used: string) => environment[used] ?? all);
    environment[name] = expanded ?? secretNamed(valueFrom?.secretKeyRef.key ?? '');
  }
  return environment;
}

function secretNamed(key: string): string {
  switch (key) {
    case 'admin-url':
      return 'postgres://admin@postgres:5432/tributary';
    case 'private-key':
      return anyRsaKey();
    default:
      return /_KEYS?(_ACCEPTED)?$/.test(key) ? keyNamed(key) : `secret-${key}`;
  }
}

/** 32 bytes in base64, another key for every name. */
export function keyNamed(name: string): string {
  return createHash('sha256').update(name).digest('base64');
}

export const MONITORING = path.join(ROOT, 'deploy/kubernetes/components/monitoring');

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

export function alertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(path.join(MONITORING, 'alerts.yaml'), 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** The expressions of all alerts and of all panels of the dashboard. */
export function monitoringExpressions(): string[] {
  const dashboard = readFileSync(path.join(MONITORING, 'dashboard.json'), 'utf8');
  const panels = [...dashboard.matchAll(/"expr": ("(?:[^"\\\\]|\\\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string,
  );
  return [...alertRules().map(({ expr }) => expr), ...panels];
}

/** By the instrumentation of outgoing requests, and of Node. */
const OF_LIBRARIES = [
  'http_client_request_duration',
  'nodejs_eventloop_delay_p99',
  'v8js_memory_heap_used',
  'v8js_gc_duration',
];

/** The metrics that the source names, as Prometheus calls them. */
export function metricNames(): Set<string> {
  const { stdout } = spawnSync(
    'git',
    ['grep', '-hoE', "'(tributary|http)\\.[a-z._]+'", '--', 'apps/*.ts', 'libs/*.ts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const names = stdout.split('\n').map((quoted) => quoted.replaceAll("'", '').replaceAll('.', '_'));
  const suffixes = ['', '_total', '_bytes', '_seconds', '_seconds_count', '_seconds_bucket', '_seconds_sum'];
  return new Set([...names, ...OF_LIBRARIES].flatMap((name) => suffixes.map((suffix) => name + suffix)));
}
