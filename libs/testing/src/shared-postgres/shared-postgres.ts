import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { firstLineOf } from './first-line';
import { IN_USE, type KeeperOptions, type KeeperReply, type KeeperRequest } from './keeper';
import { readKeeperFile } from './keeper-file';

export interface SharedPostgres {
  /** The superuser's URL. */
  readonly url: string;
  /** Ends the use; the server stays for the next run. */
  readonly leave: () => void;
}

/** Only limits a failing start. */
const START_MS = 60_000;
/** Long, because a keeper first drops the databases of earlier runs. */
const REPLY_MS = 20_000;
const LOOK_MS = 25;
const AGAIN_MS = 200;

/**
 * Returns the PostgreSQL that the runs of a folder share, and starts it if needed.
 * @returns null if another run is using one with another hash
 */
export async function joinSharedPostgres(options: KeeperOptions): Promise<SharedPostgres | null> {
  mkdirSync(options.folder, { recursive: true });
  const giveUpAt = Date.now() + START_MS;
  let keeper: ChildProcess | undefined;
  while (Date.now() < giveUpAt) {
    const joined = await join(options);
    if (joined !== undefined) return joined;
    if (keeper === undefined) keeper = startKeeper(options);
    else if (keeper.exitCode === IN_USE) {
      // Another run is starting a keeper, or the earlier one is still ending.
      await setTimeout(AGAIN_MS);
      keeper = undefined;
    } else if (keeper.exitCode !== null || keeper.signalCode !== null) break;
    else await setTimeout(LOOK_MS);
  }
  throw new Error(`No PostgreSQL could be kept: ${readFileSync(logIn(options.folder), 'utf8').trim()}`);
}

/**
 * Connects to the keeper. Undefined if none replies: there is none, it was killed, it is ending, or another program has
 * its port.
 */
async function join({ folder, made }: KeeperOptions): Promise<SharedPostgres | null | undefined> {
  const file = readKeeperFile(folder);
  if (file === undefined) return undefined;
  const socket = connect({ port: file.port, host: '127.0.0.1' });
  const request: KeeperRequest = { token: file.token, made };
  socket.write(`${JSON.stringify(request)}\n`);
  const reply = await replyOn(socket);
  if (reply !== undefined && 'url' in reply) {
    socket.setTimeout(0);
    socket.unref();
    return { url: reply.url, leave: () => socket.destroy() };
  }
  socket.destroy();
  return reply === undefined ? undefined : null;
}

/** Undefined if the connection ends, or if the reply is not a keeper's. */
async function replyOn(socket: Socket): Promise<KeeperReply | undefined> {
  socket.setTimeout(REPLY_MS, () => socket.destroy());
  const line = await firstLineOf(socket);
  try {
    return line === undefined ? undefined : (JSON.parse(line) as KeeperReply);
  } catch {
    return undefined; // a reply of another program
  }
}

/** Starts the keeper in a session of its own, so that Ctrl-C ends only the run. */
function startKeeper(options: KeeperOptions): ChildProcess {
  const log = openSync(logIn(options.folder), 'w', 0o600);
  const script = path.join(__dirname, 'keeper.main.cjs');
  const keeper = spawn(process.execPath, [script, JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  keeper.on('error', () => undefined); // noticed by its exit code
  keeper.unref();
  return keeper;
}

function logIn(folder: string): string {
  return path.join(folder, 'keeper.log');
}
