import { eventually } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import {
  addressOf,
  API_SERVER,
  connects,
  inProduct,
  isReady,
  keepLogs,
  killProcesses,
  kubectl,
  operator,
  pods,
  refused,
  rolledOut,
  SERVICES,
} from './testing/cluster';
import {
  type Account,
  bankTotals,
  becomesAdministrator,
  book,
  budgetRows,
  ClusterUser,
  countOf,
  GATEWAY,
  Load,
} from './testing/cluster-user';
import { blocksOf, inShell } from './testing/deploy-page';
import { ROOT } from './testing/deployments';

jest.setTimeout(15 * 60_000);

const HERE = 'tools/containers/cluster';
const WITHIN = { timeoutMs: 3 * 60_000, intervalMs: 1000 };
/** Made by tools/containers/cluster.mjs. */
const describeWithCluster = process.env.CLUSTER ? describe : describe.skip;
const name = `a Kubernetes cluster of two nodes${process.env.CLUSTER ? '' : ' (skipped: node tools/containers/cluster.mjs run npx jest tools/cluster)'}`;

/** The commands of deploy/README.md that make the secrets, with ours in each place that it leaves open. */
function secrets(keysFile: string): string {
  const keys = parseEnv(readFileSync(keysFile, 'utf8'));
  const values: Readonly<Record<string, string>> = {
    'admin-url': `postgres://postgres:${keys['POSTGRES_PASSWORD'] ?? ''}@postgres.stores:5432/tributary`,
    'secret-id': 'sandbox-secret-id',
    'secret-key': 'sandbox-secret-key',
    ...Object.fromEntries(
      SERVICES.map((service) => [service, keys[`${variable(service)}_DATABASE_PASSWORD`] ?? '']),
    ),
  };
  const [block = ''] = blocksOf('Kubernetes');
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => !/kubectl apply|SMTP_URL/.test(line))
    .join('\n')
    .replaceAll('keys.env', keysFile)
    .replace(
      /--from-literal=([\w-]+)=\S*…/g,
      (_all, key: string) => `--from-literal=${key}=${values[key] ?? ''}`,
    );
}

/** On one line, without what would end a cell of the table. */
const plain = ({ message }: Error) =>
  stripVTControlCharacters(message)
    .replace(/[|\s]+/g, ' ')
    .slice(0, 400);

/** What tools/containers/cluster/kustomization.yaml has, as the chart has it. */
const CHART_VALUES = {
  image: { repository: 'tributary', tag: 'cluster' },
  settings: {
    PUBLIC_URL: GATEWAY,
    DATABASE_HOST: 'postgres.stores:5432',
    DATABASE_NAME: 'tributary',
    KAFKA_BROKERS: 'kafka.stores:9092',
    KAFKA_TLS: 'false',
  },
};
/** Names are asked of CoreDNS in the control plane, which is no pod. */
const NAMES_OF_PLANE = [
  'networkpolicy/everybody-asks-for-names',
  '--type=json',
  `--patch=${JSON.stringify([
    { op: 'replace', path: '/spec/egress/0/to', value: [{ ipBlock: { cidr: `${API_SERVER}/32` } }] },
  ])}`,
];

const variable = (service: string) => service.toUpperCase().replaceAll('-', '_');

describeWithCluster(name, () => {
  const started = Date.now();
  const rows: string[] = [];
  let folder: string;
  let user: ClusterUser;
  let accounts: readonly Account[] = [];

  /** A row of the table that the run leaves in .data/cluster.md. */
  async function row(what: string, run: () => Promise<string>): Promise<void> {
    const from = Date.now();
    const result = await run().catch((error: Error) => error);
    const seconds = ((Date.now() - from) / 1000).toFixed(0);
    rows.push(
      `| ${((from - started) / 1000).toFixed(0)} | ${what} | ${seconds} | ${result instanceof Error ? `failed: ${plain(result)}` : result} |`,
    );
    const head = '| from s | what | s | result |\n| ---: | --- | ---: | --- |\n';
    writeFileSync(path.join(ROOT, '.data/cluster.md'), `${head}${rows.join('\n')}\n`);
    if (!(result instanceof Error)) return;
    await keepLogs(path.join(ROOT, '.data/cluster-logs'));
    throw result;
  }

  /** Everything that the bank has is there, once, to the cent; and in the budget; and the services agree. */
  async function everythingIsThere(): Promise<string> {
    const wanted = await bankTotals();
    await eventually(async () => expect(await user.totals()).toEqual(wanted), WITHIN);
    const count = countOf(wanted);
    await eventually(
      async () => expect(await budgetRows()).toEqual({ rows: count, different: count }),
      WITHIN,
    );
    await operator('check', '--settle-seconds', '30'); // fails where they differ
    return `${count} transactions of ${Object.keys(wanted).length} accounts over REST and in the budget, each once, sums equal`;
  }

  /** New transactions at the bank, and syncs of them, while something happens to the cluster. */
  async function whileWorkGoesOn(
    first: number,
    disturb: () => Promise<void>,
    writes = true,
  ): Promise<string> {
    const [account] = accounts;
    if (!account) throw new Error('there is no account');
    const load = new Load(user, account.id, writes);
    for (const { integrator_id } of accounts) await book(integrator_id, first, 3);
    const syncs = accounts.map(({ id }) =>
      eventually(() => user.rest('POST', `/finance/accounts/${id}/sync`), WITHIN).catch(
        (error: Error) => error,
      ),
    );
    await disturb();
    expect((await Promise.all(syncs)).filter((result) => result instanceof Error)).toEqual([]);
    const { sent, repeated, failures } = await load.end();
    expect(failures).toEqual([]);
    return `${sent} requests, none failed, ${repeated} repeated; ${await everythingIsThere()}`;
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-cluster-'));
    inShell(`deploy/new-env.sh ${folder}/keys.env`, ROOT);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Empty ones, with the keys of the folder. */
  async function makeStores(): Promise<void> {
    await kubectl('create', 'namespace', 'stores', '--save-config');
    await kubectl(
      'create',
      'secret',
      'generic',
      'keys',
      '--namespace=stores',
      `--from-env-file=${folder}/keys.env`,
    );
    await kubectl('apply', '--filename', `${HERE}/stores.yaml`);
    for (const store of ['postgres', 'kafka', 'sandbox'])
      await kubectl('rollout', 'status', `deployment/${store}`, '--namespace=stores', '--timeout=300s');
  }

  it('has PostgreSQL and Kafka', () =>
    row('PostgreSQL, Kafka with a user for each service, the sandbox', async () => {
      await makeStores();
      return 'ready';
    }));

  it('completes the Jobs, and has all pods ready', () =>
    row('secrets and overlay as the page has them, to the last ready pod', async () => {
      inShell(secrets(`${folder}/keys.env`), ROOT);
      await kubectl('apply', '-k', HERE);
      await inProduct('wait', '--for=condition=complete', 'job', '--all', '--timeout=400s');
      await rolledOut();
      await inProduct('rollout', 'status', 'deployment/operator', '--timeout=60s');
      const all = await pods();
      expect(all.every(isReady)).toBe(true);
      const restarts = all.reduce(
        (sum, { status }) => sum + (status.containerStatuses?.[0]?.restartCount ?? 0),
        0,
      );
      return `six Jobs complete, ${all.length} pods ready on ${new Set(all.map(({ spec }) => spec.nodeName)).size} nodes, ${restarts} restarts`;
    }));

  it('lets no pod with more rights in', () =>
    row('a pod as root', async () => {
      const why = await refused('run', 'root', '--image=tributary:cluster');
      expect(why).toContain('violates PodSecurity "restricted:latest"');
      return 'refused by Pod Security `restricted`';
    }));

  (process.env.NETWORK_POLICIES ? it : it.skip)('lets nobody connect where no policy allows it', () =>
    row('connections that network policies allow, and others', async () => {
      const [gateway, rules] = [await addressOf('api-gateway'), await addressOf('rule-engine')];
      const [sandbox, postgres] = ['sandbox.stores', 'postgres.stores'];
      const tried = [
        ['the stores', await connects('rule-engine', postgres, 5432), true],
        ['its bank', await connects('ingestion-sync', sandbox, 4010), true],
        ['the bank of another service', await connects('rule-engine', sandbox, 4010), false],
        ['another service', await connects('webhook-dispatcher', rules, 8080), false],
        ['the gateway', await connects('webhook-dispatcher', gateway, 8080), false],
        ['the API server', await connects('ingestion-sync', API_SERVER, 6443), false],
        ['the gateway from outside', await connects('sandbox', gateway, 8080), true],
        ['a service from outside', await connects('sandbox', rules, 8080), false],
      ] as const;
      expect(tried.filter(([, connected, allowed]) => connected !== allowed)).toEqual([]);
      return `${tried.length} as the policies say`;
    }),
  );

  it('brings the transactions of a bank to a budget', () =>
    row('invitation, sign-up, budget and bank connected, synced, transferred', async () => {
      user = new ClusterUser();
      await user.arrive();
      await user.connectBudget();
      const bank = await eventually(async () => {
        const found = await user.bank();
        expect(found).toBeDefined();
        return found ?? '';
      }, WITHIN);
      await user.connectBank(bank);
      await eventually(async () => {
        accounts = await user.accounts();
        expect(accounts.length).toBe(40);
      }, WITHIN);
      await eventually(async () => expect(await user.linkAll()).toBe(40), WITHIN);
      const result = await everythingIsThere();
      expect(countOf(await bankTotals())).toBeGreaterThan(1000);
      return result;
    }));

  it('makes a backup by its CronJob, as the image’s user on a volume', () =>
    row('a Job of the CronJob `backup`', async () => {
      await inProduct('create', 'job', 'backup-now', '--from=cronjob/backup');
      await inProduct('wait', '--for=condition=complete', 'job/backup-now', '--timeout=300s');
      const said = (await inProduct('logs', 'job/backup-now')).trim();
      expect(said).toMatch(/Backed up \d+ rows of \d+ tables: tributary-\S+Z\.tar$/);
      expect(await operator('log', 'api-gateway')).toContain('"kind":"backup"');
      return said;
    }));

  it('is updated while it works', () =>
    row('rolling update of all services under load', () =>
      whileWorkGoesOn(1000, async () => {
        await inProduct('rollout', 'restart', ...SERVICES.map((service) => `deployment/${service}`));
        await rolledOut();
      }),
    ));

  it('scales to three of each', () =>
    row('three of each, under load', () =>
      whileWorkGoesOn(2000, async () => {
        await inProduct('scale', '--replicas=3', ...SERVICES.map((service) => `deployment/${service}`));
        await rolledOut();
        expect((await pods()).filter(isReady)).toHaveLength(15);
      }),
    ));

  it('loses nothing when processes are killed', () =>
    row('all processes of the four consumers killed at once, under reads', () =>
      // A command waits five seconds for its service, of which there is none for longer.
      whileWorkGoesOn(
        3000,
        async () => {
          const killed = SERVICES.filter((service) => service !== 'api-gateway').map(killProcesses);
          expect(killed).toEqual([3, 3, 3, 3]);
          await eventually(async () => expect((await pods()).filter(isReady)).toHaveLength(15), WITHIN);
        },
        false,
      ),
    ));

  it('is drained of a node, within the disruption budgets', () =>
    row('the second node drained under load', async () => {
      const result = await whileWorkGoesOn(4000, async () => {
        await kubectl('drain', 'node-2', '--delete-emptydir-data', '--timeout=400s');
        const left = (await pods()).filter(
          ({ spec, status }) => spec.nodeName === 'node-2' && status.phase === 'Running',
        );
        expect(left).toEqual([]);
        await rolledOut();
      });
      // Nowhere is room now: half of the gateways may go, and no more.
      await kubectl('cordon', 'node-1');
      const eviction = async () => {
        const [gateway] = (await pods('api-gateway')).filter(isReady);
        const body = {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: gateway?.metadata.name, namespace: 'tributary' },
        };
        const file = path.join(folder, 'eviction.json');
        writeFileSync(file, JSON.stringify(body));
        return [
          'create',
          '--raw',
          `/api/v1/namespaces/tributary/pods/${gateway?.metadata.name ?? ''}/eviction`,
          '--filename',
          file,
        ];
      };
      await kubectl(...(await eviction()));
      await eventually(
        async () => expect((await pods('api-gateway')).filter(isReady)).toHaveLength(2),
        WITHIN,
      );
      expect(await refused(...(await eviction()))).toContain("violate the pod's disruption budget");
      await kubectl('uncordon', 'node-1', 'node-2');
      await rolledOut();
      return `${result}; of three gateways without a place to go one was evicted, the second refused`;
    }));

  it('has its encryption keys changed', () =>
    row('encryption keys of all services changed, by the steps of the page', async () => {
      const keys = parseEnv(readFileSync(`${folder}/keys.env`, 'utf8'));
      const names = SERVICES.map((service) => `${variable(service)}_ENCRYPTION_KEY`);
      const before = names.map((key) => keys[key] ?? '');
      const after = names.map(() => randomBytes(32).toString('base64'));
      const put = async (current: readonly string[], accepted: readonly string[]) => {
        const stringData = {
          ...Object.fromEntries(names.map((key, at) => [key, current[at] ?? ''])),
          ENCRYPTION_KEYS_ACCEPTED: accepted.join(','),
        };
        await inProduct('patch', 'secret', 'tributary-keys', `--patch=${JSON.stringify({ stringData })}`);
        await inProduct('rollout', 'restart', ...SERVICES.map((service) => `deployment/${service}`));
        await rolledOut();
      };
      const result = await whileWorkGoesOn(5000, async () => {
        await put(before, after);
        await put(after, before);
        expect(await operator('re-encrypt')).toMatch(/none names another key/);
      });
      return `${result}; sealed again, no value names an old key`;
    }));

  it('is installed by Helm, makes the first user by the steps of its notes, and passes its test', () =>
    row('the chart on empty stores: its notes, the first user, `helm test`', async () => {
      await kubectl('delete', 'namespace', 'tributary', 'stores', '--ignore-not-found', '--timeout=180s');
      await makeStores();
      inShell(secrets(`${folder}/keys.env`), ROOT);
      const values = path.join(folder, 'values.json');
      writeFileSync(values, JSON.stringify(CHART_VALUES));
      const program = inShell('node tools/containers/go-programs.mjs helm', ROOT).trim();
      const helm = (script: string) => inShell(`PATH="${path.dirname(program)}:$PATH"\n${script}`, ROOT);
      helm('npm run --silent chart');
      const notes = helm(`helm install tributary deploy/helm --namespace tributary --values ${values}`);
      if (process.env.NETWORK_POLICIES) await inProduct('patch', ...NAMES_OF_PLANE);
      const [jobs = '', deployments = '', makeCode = '', label = '', test = '', ...others] = [
        ...notes.matchAll(/^ {5}((?:kubectl|helm) .*)$/gm),
      ].map(([, command = '']) => command);
      expect(others).toEqual([]);
      helm([jobs, deployments].join('\n'));
      const code = /(?:\w{4}-){2}\w{4}/.exec(helm(makeCode))?.[0] ?? '';
      const steps = await becomesAdministrator(code);
      helm(label);
      expect(helm(test)).toMatch(/Phase: +Succeeded/);
      return `${steps}; all commands of the notes as they stand`;
    }));
});
