import { ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

/** A server in a process of its own. */
export interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  /** Sends it a message and waits for its answer. */
  tell(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

export const POOL_SIZE = 10;

/** The gateway as it ships, on the role's schema. */
export function startGateway(databaseUrl: string): Promise<MeasuredServer> {
  return start('gateway-process.js', gatewayEnvironment(databaseUrl));
}

/** The settings of the gateway that is measured. */
export function gatewayEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000000', // counted as everywhere, and never reached
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
}

/** `node:http`, one pool, and nothing else. */
export function startBareServer(databaseUrl: string): Promise<MeasuredServer> {
  return start('bare-server.js', { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) });
}

async function start(script: string, environment: Record<string, string>): Promise<MeasuredServer> {
  const child = fork(path.join(__dirname, script), [], {
    execArgv: [
      '--max-semi-space-size=32',
      ...(process.env.SERVER_NODE_OPTIONS ?? '').split(' ').filter(Boolean),
    ], // as `npm start` does
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await ready(child, script);
  const tell = (message: object): Promise<unknown> =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(message);
    });
  return { url, pid: child.pid ?? 0, tell, stop: () => stop(child) };
}

function ready(child: ChildProcess, script: string): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
