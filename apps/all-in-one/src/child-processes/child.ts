import { ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';

/** A child process. */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  /** Rejects when the process ends without being stopped. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** Thrown if a child process ended by itself. The message has the last lines that the process wrote. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
}

export interface ChildStart {
  readonly name: string;
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** Returns the compiled entry of an app in this build or in another one. */
export function mainScriptOf(app: string, build = path.resolve(__dirname, '../../../..')): string {
  return path.join(build, 'apps', app, 'src/main.js');
}

/**
 * Starts a Node process that ends when this one does. Its logs go to a file, and its last error output is stored for
 * messages.
 */
export function startChild({ name, script, environment, logFile }: ChildStart): Child {
  const log = openSync(logFile, 'a', 0o600);
  const child = fork(script, [], {
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, ...environment },
    stdio: ['ignore', log, 'pipe', 'ipc'],
    detached: false,
  });
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-4000)));
  let stopping = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = ended.then(() => {
    if (stopping) return new Promise<never>(() => undefined);
    throw new ChildEnded(complaints.trim() || `${name} ended unexpectedly; see ${logFile}`);
  });
  failed.catch(() => undefined); // the waiting caller gets the error
  return {
    name,
    process: child,
    failed,
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the message with which a child reports that it is ready. */
export function readyMessage<T>(child: Child): Promise<T> {
  const message = new Promise<T>((resolve) => child.process.once('message', (value) => resolve(value as T)));
  return Promise.race([message, child.failed]);
}
