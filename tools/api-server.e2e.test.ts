import { eventually } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { blocksOf, exampleOf, inShell } from './testing/deploy-page';
import { rendered, ROOT } from './testing/deployments';

jest.setTimeout(10 * 60_000);

/** Every landing tries the largest, which has the objects of all; by hand and with FULL=1 each of them. */
const OVERLAYS = process.env.SHARE ? ['hundred-million'] : ['thousand', 'million', 'hundred-million'];
/** Made by tools/containers/api-server.mjs, which also puts kubectl and helm on the path. */
const { API_SERVER, KEDA_DEFINITIONS = '' } = process.env;
const describeWithServer = API_SERVER ? describe : describe.skip;
const name = `a Kubernetes API server${API_SERVER ? '' : ' (skipped: node tools/containers/api-server.mjs run npx jest tools/api-server)'}`;

interface Listed<Item> {
  readonly items: readonly Item[];
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
}
interface Owner {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly replicas?: number };
}

const kubectl = (...words: string[]) => inShell('kubectl "$@"', ROOT, words);
const list = <Item>(kind: string, namespace = 'tributary') =>
  (JSON.parse(kubectl('get', kind, '--namespace', namespace, '--output=json')) as Listed<Item>).items;
const lines = (text: string) => text.trim().split('\n');

/** The commands of the page that make a namespace and its secrets, with something in each place that it leaves open. */
function preparation(): string {
  const [secrets = ''] = blocksOf('Kubernetes');
  return secrets
    .split('\n')
    .filter((line) => !line.startsWith('kubectl apply'))
    .join('\n')
    .replaceAll('…', 'x')
    .replaceAll('keys.env', 'api-server-test.keys.env');
}

describeWithServer(name, () => {
  beforeAll(() => {
    kubectl('apply', '--server-side', '--filename', KEDA_DEFINITIONS);
    kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s');
    inShell(preparation(), ROOT);
    kubectl('wait', '--for=create', 'serviceaccount/default', '--namespace=tributary', '--timeout=60s');
  });
  afterAll(() => rmSync(path.join(ROOT, 'api-server-test.keys.env'), { force: true }));

  describe.each(OVERLAYS)('the overlay %s', (size) => {
    const folder = `deploy/kubernetes/overlays/${size}`;
    const apply = () => lines(kubectl('apply', '--validate=strict', '-k', folder));

    it('is accepted, each object of it, and a second time changes nothing', () => {
      kubectl('delete', 'job', '--namespace=tributary', '-l', 'app.kubernetes.io/part-of=tributary');
      const objects = rendered(path.join(ROOT, folder));
      expect(apply()).toHaveLength(objects.length);
      // `apply` itself calls a disruption budget configured each time, for it replaces the selector by the same one.
      const changed = apply().filter((line) => !/ unchanged$|^poddisruptionbudget\S* configured$/.test(line));
      expect(changed).toEqual([]);
      expect(kubectl('diff', '-k', folder)).toBe('');
    });

    it('has pods of each Deployment and Job that Pod Security `restricted` lets in', async () => {
      const deployments = list<Owner>('deployments');
      const jobs = list<Owner>('jobs');
      expect({ deployments: deployments.length, jobs: jobs.length }).toEqual({ deployments: 5, jobs: 6 });
      await eventually(
        () => {
          const pods = list<Pod>('pods');
          const missing = deployments.filter(
            ({ metadata, spec }) =>
              pods.filter(({ metadata: { labels } }) => labels['app'] === metadata.name).length <
              (spec.replicas ?? 1),
          );
          const withoutPod = jobs.filter(
            ({ metadata }) => !pods.some(({ metadata: { labels } }) => labels['job-name'] === metadata.name),
          );
          expect([...missing, ...withoutPod].map(({ metadata }) => metadata.name)).toEqual([]);
        },
        { timeoutMs: 60_000 },
      );
      const refused = list<{ reason: string; message: string }>('events').filter(
        ({ reason }) => reason === 'FailedCreate',
      );
      expect(refused.map(({ message }) => message)).toEqual([]);
    });
  });

  it('refuses a pod with more rights', () => {
    const words = ['run', 'root', '--namespace=tributary', '--image=tributary', '--dry-run=server'];
    const { status, stderr } = spawnSync('kubectl', words, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('violates PodSecurity "restricted:latest"');
  });

  it('refuses what the schema of an object does not have', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'tributary' },
      dta: {},
    };
    const { status, stderr } = spawnSync('kubectl', ['apply', '--validate=strict', '-f', '-'], {
      encoding: 'utf8',
      input: JSON.stringify(object),
    });
    expect(status).toBe(1);
    expect(stderr).toContain('unknown field "dta"');
  });

  it('takes the overlay of one’s own, as the page has it, by the page’s last command', () => {
    const example = exampleOf('deploy/README.md', 'kustomization.yaml');
    const folder = mkdtempSync(path.join(ROOT, 'deploy/kubernetes/overlays/yours-'));
    try {
      writeFileSync(path.join(folder, 'kustomization.yaml'), example);
      const [secrets = ''] = blocksOf('Kubernetes');
      const commands = secrets.split('\n').filter((line) => / delete job | apply -k /.test(line));
      expect(commands).toHaveLength(2);
      inShell(commands.join('\n').replace('overlays/yours', `overlays/${path.basename(folder)}`), ROOT);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(kubectl('get', 'deployment', 'api-gateway', '-n', 'tributary', '-o', 'yaml')).toContain(
      'ghcr.io/you/tributary:0.2.0',
    );
  });

  describe('the chart', () => {
    const values = exampleOf('deploy/helm/README.md', 'yours.yaml');
    const file = path.join(ROOT, 'deploy/helm/api-server-test.yaml');
    const helm = (...words: string[]) => inShell('helm "$@"', ROOT, words);
    const install = (...words: string[]) =>
      helm(...words, 'tributary', 'deploy/helm', '--namespace=charted', `--values=${file}`);

    beforeAll(() => {
      inShell('npm run --silent chart', ROOT);
      writeFileSync(file, values);
      expect(parse(values)).toMatchObject({ size: 'thousand' });
      kubectl('create', 'namespace', 'charted');
      kubectl('label', 'namespace', 'charted', 'pod-security.kubernetes.io/enforce=restricted');
    });
    afterAll(() => rmSync(file, { force: true }));

    it('is installed with the page’s values, and its pods are let in', async () => {
      expect(install('install')).toContain('STATUS: deployed');
      await eventually(() => expect(list<Pod>('pods', 'charted').length).toBeGreaterThan(11), {
        timeoutMs: 60_000,
      });
    });

    it.each(OVERLAYS)('is upgraded to the size %s', (size) => {
      expect(install('upgrade', '--set', `size=${size}`)).toContain('STATUS: deployed');
    });

    it('starts pods again for a changed setting, and makes the Jobs of the revision', () => {
      const pods = () =>
        kubectl('get', 'deployment', 'rule-engine', '-n', 'charted', '-o', 'jsonpath={.spec.template}');
      install('upgrade');
      const before = pods();
      install('upgrade', '--set', 'settings.LOG_LEVEL=debug');
      expect(pods()).not.toBe(before);
      expect(list<Owner>('jobs', 'charted').map(({ metadata }) => metadata.name)).toHaveLength(6);
    });

    it('is rolled back and uninstalled', () => {
      helm('rollback', 'tributary', '1', '--namespace=charted');
      helm('uninstall', 'tributary', '--namespace=charted', '--wait');
      expect(list<Owner>('deployments', 'charted')).toEqual([]);
    });
  });
});
