import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually';
import { freePort } from '../free-port';
import { workspaceRoot } from '../workspace-root';

const START_MS = 60_000;

/** A running `@actual-app/sync-server` with its own data. */
export interface ActualServer {
  readonly url: string;
  readonly password: string;
  /** Sends SIGKILL; the data and the port stay. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startActualServer(password = 'a test’s password'): Promise<ActualServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-actual-server-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await started(dataDir, port);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await fetch(`${url}/account/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  return {
    url,
    password,
    kill,
    restart: async () => {
      await kill();
      child = await started(dataDir, port);
    },
    stop: async () => {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function started(dataDir: string, port: number) {
  const program = path.join(
    workspaceRoot(),
    'node_modules/@actual-app/sync-server/build/bin/actual-server.js',
  );
  const child = spawn(process.execPath, [program], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ACTUAL_DATA_DIR: dataDir,
      ACTUAL_HOSTNAME: '127.0.0.1',
      ACTUAL_PORT: String(port),
      ACTUAL_WEB_ROOT: dataDir,
    },
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await eventually(
    async () => {
      const { ok } = await fetch(`http://127.0.0.1:${port}/account/needs-bootstrap`);
      if (!ok) throw new Error('the Actual server does not answer yet');
    },
    { timeoutMs: START_MS },
  );
  return child;
}
