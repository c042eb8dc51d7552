import { fork } from 'node:child_process';
import path from 'node:path';

/** The bank at the other end of HTTP, in a process of its own. */
export interface SandboxProcess {
  readonly providerAUrl: string;
  stop(): Promise<void>;
}

/** The sandbox's own credentials; they open nothing else. */
export const PROVIDER_A_SECRET = { secretId: 'sandbox-secret-id', secretKey: 'sandbox-secret-key' };

const MAIN = path.resolve(__dirname, '../../apps/sandbox/src/main.js');
/** So many users read the same accounts that no daily allowance would do. */
const DAILY_CALLS = 1_000_000;

export async function startSandboxProcess(): Promise<SandboxProcess> {
  const child = fork(MAIN, [], {
    env: { PATH: process.env.PATH, SANDBOX_DAILY_CALLS: String(DAILY_CALLS) },
    execArgv: ['--max-semi-space-size=32'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { providerAUrl } = await new Promise<{ providerAUrl: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { providerAUrl: string }));
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code} before it was ready`)));
  });
  return {
    providerAUrl,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
