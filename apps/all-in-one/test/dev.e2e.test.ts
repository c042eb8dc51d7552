import { callControl } from '@tributary/sandbox';
import { eventually, freePort, workspaceRoot } from '@tributary/testing';
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readyMark } from './started-tributary';

jest.setTimeout(300_000);

const ROOT = workspaceRoot();
const POLLS = { timeoutMs: 120_000 };
/** The sources and their builds; the times of files show that no build is needed. */
const COPIED = ['apps', 'libs', 'tools', 'dist', '.nx', '.swcrc', 'package.json', 'package-lock.json'];
const SETTINGS = ['tsconfig.base.json', 'tsconfig.json', 'nx.json'];
/** A file of every service whose effect is visible over HTTP. */
const HEALTH = 'libs/service/src/health.controller.ts';
const SCREENS = 'apps/console/src/main.tsx';

describe('npm run dev', () => {
  let folder: string;
  let dev: ChildProcess;
  let output = '';
  let api: string;
  let vite: string;
  let sandbox: { readonly controlUrl: string };

  /** Runs in a copy, because a change of the checkout would affect suites that run meanwhile. */
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-dev-'));
    execFileSync('cp', ['-a', ...[...COPIED, ...SETTINGS].map((name) => path.join(ROOT, name)), folder]);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const [apiPort, consolePort, sandboxPort] = [await freePort(), await freePort(), await freePort()].map(
      String,
    );
    const ports = { API_PORT: apiPort, CONSOLE_PORT: consolePort, SANDBOX_PORT: sandboxPort };
    sandbox = { controlUrl: `http://127.0.0.1:${sandboxPort}/_control` };
    api = `http://127.0.0.1:${apiPort}`;
    vite = `http://127.0.0.1:${consolePort}`;
    dev = spawn(process.execPath, ['tools/dev.mjs'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...ports, DEMO_ACCOUNTS: '2' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [dev.stdout, dev.stderr]) {
      stream?.on('data', (text: Buffer) => (output += text.toString()));
    }
    await eventually(() => expect(output).toContain('Ready in'), POLLS);
    await eventually(() => expect(output).toContain('Vite serves the console'), POLLS);
  });
  afterAll(async () => {
    dev.kill('SIGTERM');
    if (dev.exitCode === null) await once(dev, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts the services again when a source changes, on the same data, database and outside companies', async () => {
    const before = await state();
    // Only the memory of the sandbox's process has the fault, so it shows whether the process was restarted.
    await callControl(sandbox, 'POST', '/faults', { target: 'budgeta', kind: 'status', path: '^NEVER' });
    change(HEALTH, "\n    return { status: 'ok' };", "\n    return { status: 'changed' };");
    await eventually(async () => expect(await live()).toEqual({ status: 'changed' }), POLLS);
    await eventually(async () => expect(await state()).toEqual(before), POLLS);
    expect(await callControl(sandbox, 'GET', '/faults')).toHaveLength(1);
  });

  it('says what does not compile, leaves running what runs, and goes on once it is mended', async () => {
    change(HEALTH, "{ status: 'changed' }", '{ status: ');
    await eventually(() => expect(output).toMatch(/Syntax Error|Expected|Unexpected/), POLLS);
    expect(await live()).toEqual({ status: 'changed' });
    change(HEALTH, 'return { status: ;', "return { status: 'mended' };");
    await eventually(async () => expect(await live()).toEqual({ status: 'mended' }), POLLS);
    change(HEALTH, "{ status: 'mended' }", "{ status: 'ok' }"); // as it was built before
    await eventually(async () => expect(await live()).toEqual({ status: 'ok' }), POLLS);
  });

  it('serves the console as it is in its sources', async () => {
    const screens = async () => (await fetch(`${vite}/${path.relative('apps/console', SCREENS)}`)).text();
    expect(await screens()).not.toContain('something-new');
    change(SCREENS, "getElementById('root')", "getElementById('something-new')");
    await eventually(async () => expect(await screens()).toContain('something-new'), POLLS);
    // The services' API is at the same address; the gateway may still be restarting after the previous change.
    const api = async () => (await fetch(`${vite}/api/v1/user`)).status;
    await eventually(async () => expect(await api()).toBe(401), POLLS);
  });

  function change(file: string, from: string, to: string): void {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  }

  /** Returns the liveness response; null while the services are starting. */
  async function live(): Promise<unknown> {
    const answer = await fetch(`${api}/health/live`).catch(() => null);
    return answer === null ? null : await answer.json();
  }

  /** Returns the state that must be the same after a restart. */
  async function state(): Promise<unknown> {
    const token = readyMark(path.join(folder, '.data/dev'))?.token ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${api}/api/v1/finance/transactions?page[size]=1`, { headers });
    const { meta } = (await answer.json()) as { meta: { total: number } };
    const server = readFileSync(path.join(folder, '.data/dev/postgres/postmaster.pid'), 'utf8').split(
      '\n',
    )[0];
    return { server, transactions: meta.total };
  }
});
