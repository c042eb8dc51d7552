import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
// Imported by path, because nothing is built and there is no module map.
import {
  claimDirectory,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../persistence/src/embedded-postgres/embedded-postgres';
import { stopLeftOver } from '../../../persistence/src/embedded-postgres/postmaster';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';
import { firstLineOf } from './first-line';
import { readKeeperFile, removeKeeperFile, writeKeeperFile, type KeeperFile } from './keeper-file';
import { removeLeftovers } from './leftovers';

export interface KeeperOptions {
  /** The folder of the data and of the file by which runs find the keeper. */
  readonly folder: string;
  /** A hash of the server's sources and settings; a run with another hash replaces the server. */
  readonly made: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The keeper ends when no run has used the server for this time. */
  readonly idleMs: number;
}

/** A run's request, as a line of JSON. */
export interface KeeperRequest {
  readonly token: string;
  readonly made: string;
}

/** `otherInUse`: the server has another hash, and another run uses it. */
export type KeeperReply = { readonly url: string } | { readonly otherInUse: true };

/** The exit code of a keeper whose folder belongs to another one. */
export const IN_USE = 3;

const LOOK_MS = 2_000;
/** How long the keeper waits for its first run, which may be slow on a busy machine. */
const FIRST_USE_MS = 60_000;

/**
 * Starts PostgreSQL on new data and serves its address until no run has used it for a while; then removes the data and
 * ends. A run uses the server as long as its connection to the keeper is open, however the run ends.
 */
export async function keepPostgres(options: KeeperOptions): Promise<void> {
  const { folder, settings } = options;
  const dataDir = path.join(folder, 'postgres');
  const { release } = claimDirectory(path.join(folder, 'keeper'));
  // Stops the server of a keeper that was killed. Its data were not flushed to the disk, so they are not used again.
  await stopLeftOver(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir, persistent: false, settings });
  const keeper = new Keeper(options, postgres, release);
  await keeper.serve();
}

class Keeper {
  private readonly users = new Set<Socket>();
  private readonly token = randomBytes(24).toString('hex');
  private readonly desk: Server = createServer((socket) => this.listenTo(socket));
  private idle?: NodeJS.Timeout;
  private file?: KeeperFile;
  private isEnding = false;
  /** Requests are handled one after another, so that leftovers are removed before a second run begins. */
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: KeeperOptions,
    private readonly postgres: EmbeddedPostgres,
    private readonly release: () => void,
  ) {}

  async serve(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.desk.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    this.file = { port: (this.desk.address() as AddressInfo).port, token: this.token };
    writeKeeperFile(this.options.folder, this.file);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void this.end());
    setInterval(() => this.look(), LOOK_MS);
    this.waitForUse(Math.max(FIRST_USE_MS, this.options.idleMs));
  }

  /** Checks whether the checkout still exists and the server still runs. */
  private look(): void {
    const isNamed = readKeeperFile(this.options.folder)?.token === this.token;
    if (!isNamed || !isRunning(this.postgres.pid)) void this.end();
  }

  private listenTo(socket: Socket): void {
    socket.on('close', () => this.leave(socket));
    void firstLineOf(socket).then((line) => {
      const request = parsed(line ?? '');
      if (request?.token !== this.token) return void socket.destroy();
      this.latest = this.latest.then(() => this.reply(socket, request)).catch((error) => this.fail(error));
    });
  }

  private async reply(socket: Socket, { made }: KeeperRequest): Promise<void> {
    if (socket.destroyed || this.isEnding) return void socket.destroy();
    if (made !== this.options.made) return this.refuse(socket);
    clearTimeout(this.idle);
    if (this.users.size === 0) await removeLeftovers(this.postgres.url);
    if (socket.destroyed) return this.waitForUse();
    this.users.add(socket);
    reply(socket, { url: this.postgres.url });
  }

  /** Ends this server for a run that needs another one, unless a run still uses this one. */
  private async refuse(socket: Socket): Promise<void> {
    if (this.users.size > 0) return reply(socket, { otherInUse: true });
    await this.end();
  }

  private leave(socket: Socket): void {
    if (this.users.delete(socket)) this.waitForUse();
  }

  private waitForUse(ms = this.options.idleMs): void {
    if (this.users.size > 0) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.end(), ms);
  }

  /** Ends the keeper. The run sees its connection end, and starts another keeper. */
  private fail(error: unknown): Promise<void> {
    process.stderr.write(`${inspect(error)}\n`);
    return this.end();
  }

  private async end(): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    this.desk.close();
    if (this.file) removeKeeperFile(this.options.folder, this.file);
    await this.postgres.stop();
    this.release();
    process.exit();
  }
}

/** Parses a request; undefined if it is none. */
function parsed(line: string): KeeperRequest | undefined {
  try {
    return JSON.parse(line) as KeeperRequest;
  } catch {
    return undefined;
  }
}

function reply(socket: Socket, message: KeeperReply): void {
  socket.write(`${JSON.stringify(message)}\n`);
}
