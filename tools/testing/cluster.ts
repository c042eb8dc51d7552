import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './deployments';

export const SERVICES = [
  'api-gateway',
  'ingestion-sync',
  'rule-engine',
  'transfer-engine',
  'webhook-dispatcher',
] as const;
/** Of the control plane, which is no pod. */
export const API_SERVER = '10.213.78.1';
const NAMESPACE = '--namespace=tributary';

export interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: { readonly nodeName: string };
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

const runProgram = promisify(execFile);

/** What `kubectl` prints, while requests of the test go on. @throws Error if it fails */
export async function kubectl(...words: string[]): Promise<string> {
  return (await runProgram('kubectl', words, { cwd: ROOT, maxBuffer: 2 ** 27 })).stdout;
}

/** The same in the product's namespace. */
export const inProduct = (...words: string[]): Promise<string> => kubectl(NAMESPACE, ...words);

/** A command that the cluster refuses. @returns why */
export const refused = (...words: string[]): Promise<string> =>
  inProduct(...words).then(
    () => {
      throw new Error(`kubectl ${words.join(' ')} was not refused`);
    },
    ({ stderr = '' }: { stderr?: string }) => stderr,
  );

/** The pods of the services, without those of Jobs. */
export async function pods(service?: string): Promise<readonly Pod[]> {
  const wanted = service === undefined ? SERVICES : [service];
  const selector = `--selector=app in (${wanted.join(',')})`;
  const list = await inProduct('get', 'pods', selector, '--output=json');
  return (JSON.parse(list) as { items: Pod[] }).items;
}

export const isReady = ({ status }: Pod): boolean =>
  status.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');

/** Of a pod of the service. */
export async function addressOf(service: string): Promise<string> {
  const [pod] = (await pods(service)).filter(isReady);
  return pod?.status.podIP ?? '';
}

const CONNECT = `
  const [, host, port] = process.argv;
  const say = (what) => { console.log(what); process.exit(); };
  require('node:net').connect(port, host).on('connect', () => say('connected')).on('error', ({ code }) => say(code));
  setTimeout(say, 5000, 'no answer');`;

/** Whether a pod of the product, or the sandbox, gets a connection. */
export async function connects(from: string, host: string, port: number): Promise<boolean> {
  const namespace = from === 'sandbox' ? '--namespace=stores' : NAMESPACE;
  const words = [`deploy/${from}`, '--', 'node', '-e', CONNECT, host, String(port)];
  return (await kubectl(namespace, 'exec', ...words)).trim() === 'connected';
}

/** A command of the operator, in the pod of the component `operator`. */
export const operator = (...words: string[]): Promise<string> =>
  inProduct('exec', 'deploy/operator', '--', 'node', 'dist/apps/operator/src/main.js', ...words);

/** Waits until every Deployment has all its pods, of its newest version and ready. */
export async function rolledOut(): Promise<void> {
  for (const service of SERVICES)
    await inProduct('rollout', 'status', `deployment/${service}`, '--timeout=300s');
}

/** Ends the processes of a service on all nodes, as the kernel does for want of memory. @returns how many there were */
export function killProcesses(service: string): number {
  const ofService = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const isOfCluster = readFileSync(`/proc/${name}/cgroup`, 'utf8').includes('/tributary-node-');
      return isOfCluster && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`dist/apps/${service}/`);
    } catch {
      return false; // it has ended meanwhile
    }
  });
  for (const pid of ofService) process.kill(Number(pid), 'SIGKILL');
  return ofService.length;
}

/** What the services' pods have logged, which goes with the cluster. */
export async function keepLogs(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const service of SERVICES) {
    const log = await inProduct('logs', '--prefix', '--timestamps', '--tail=-1', `--selector=app=${service}`);
    writeFileSync(path.join(folder, `${service}.log`), log);
  }
}
