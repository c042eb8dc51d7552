import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '@tributary/testing';

/** A running `npm start` with its own data. */
export interface StartedTributary {
  readonly process: ChildProcess;
  /** Returns its output on both streams. */
  output(): string;
  /** Its exit code. */
  readonly exit: Promise<number | null>;
}

export function startTributary(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): StartedTributary {
  const main = path.join(workspaceRoot(), 'dist/apps/all-in-one/src/main.js');
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, API_PORT: '0', SANDBOX_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, output: () => output, exit };
}

/** The file that `npm start` writes for programs when it is ready. */
export interface ReadyMark {
  readonly base_url: string;
  readonly token: string;
  readonly console_url: string;
}

/** Returns the ready mark, or null if there is none. */
export function readyMark(dataDir: string): ReadyMark | null {
  const file = path.join(dataDir, 'demo.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReadyMark) : null;
}
