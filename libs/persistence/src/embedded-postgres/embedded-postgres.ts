import { rm, statfs } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { binariesIn, findBinaries } from './binaries';
import { claimDirectory } from './directory-claim';
import { prepareDataDirectory, SUPERUSER } from './data-directory';
import { EmbeddedPostgresError } from './errors';
import {
  isStillEnding,
  startPostmaster,
  stopLeftOver,
  stopPostmaster,
  type Postmaster,
  type PostmasterOptions,
} from './postmaster';
import { isSameProcess, waitForExit } from './running-process';
import { Supervisor, type Supervision } from './supervisor';
import { unprivilegedAccount } from './unprivileged-account';

/**
 * Settings for one small machine that also runs the services. Committed data is on disk (fsync, synchronous_commit);
 * everything else trades recovery time and unused features for throughput.
 */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  // This server has no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // Short statements on few cores: compiling them or spreading them over workers costs more than it gives,
  // and workers need shared memory that small containers do not have.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Rows contain account data: neither statements nor key values may get into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  lc_messages: 'C',
};

export { claimDirectory } from './directory-claim';
export { EmbeddedPostgresError, type EmbeddedPostgresFailure } from './errors';
export { type Supervision } from './supervisor';

export interface EmbeddedPostgresOptions {
  /** Data directory, created if missing. Next to it are `<dataDir>.log` and, while a process uses it, `<dataDir>.owner`. */
  dataDir: string;
  /** A free one is chosen if absent or 0; a configured one that is in use fails with `port-taken`. */
  port?: number;
  /** False: the data directory is removed by `stop()`. */
  persistent: boolean;
  /** The directory of a server's programs, to run instead of npm's. */
  binaries?: string;
  /** Settings of postgresql.conf that differ from ours. */
  settings?: Readonly<Record<string, string>>;
  /** Restarts the server on its port if it ends unexpectedly; absent: the server stays ended. */
  supervision?: Supervision;
  /** Called with one line for each step. */
  log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** The superuser's, on database `postgres`; contains a password. */
  url: string;
  /**
   * URL by the socket in the data directory, where its path is short enough and the system has such sockets: a small
   * statement costs both sides a third less than over TCP (24 and 14 µs of processor time for 33 and 20).
   */
  socketUrl: string;
  port: number;
  /** Process id of the server, which changes with each start. */
  readonly pid: number;
  /** Rolls back open transactions, writes all to disk, ends. Safe to call twice. */
  stop: () => Promise<void>;
  /** Ends the server as a crash would (SIGKILL) and leaves its data as they are. */
  kill: () => Promise<void>;
}

/**
 * Runs a PostgreSQL server from npm's binaries, or from the system's, on 127.0.0.1. A server that an earlier, crashed owner of the same
 * data directory left running is stopped first. Fails with `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const log = options.log ?? (() => undefined);
  const { release } = claimDirectory(dataDir);
  try {
    const binaries = options.binaries === undefined ? await findBinaries() : binariesIn(options.binaries);
    const account = unprivilegedAccount(dataDir);
    await stopLeftOver(dataDir);
    log(`starting PostgreSQL in ${dataDir}`);
    const password = await prepareDataDirectory(dataDir, binaries, account);
    const socketDir = socketDirectory(dataDir);
    const settings = { ...SERVER_SETTINGS, unix_socket_directories: socketDir, ...options.settings };
    const prepared = { dataDir, binaries, account, settings };
    const { server, port } = await startOnPort(options.port ?? 0, prepared);
    const startAgain = async () => {
      await stopLeftOver(dataDir);
      return (await startOnPort(port, prepared)).server;
    };
    const hasRoom = () => hasRoomToStart(dataDir);
    const supervisor = new Supervisor(server, startAgain, options.supervision ?? null, hasRoom);
    log(`PostgreSQL accepts connections on port ${port}`);
    const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
    const socketUrl = socketDir === '' ? url : `${url}?host=${encodeURIComponent(socketDir)}`;
    return handle({ url, socketUrl, port, supervisor, dataDir, persistent: options.persistent, release });
  } catch (error) {
    release();
    throw error;
  }
}

/** Minimum of free space: four segments of the server's log, which it may write before it accepts connections. */
const ROOM_TO_START = 64 * 2 ** 20;

/**
 * Whether the disk has room for the start. True if the free space is unknown; the start itself then fails if there is
 * none.
 */
async function hasRoomToStart(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize >= ROOM_TO_START;
  } catch {
    return true;
  }
}

/** Maximum that systems allow for the path of a socket, less its name. */
const SOCKET_DIRECTORY_BYTES_MAX = 90;

/** The data directory, which only the server's account and we can enter; empty: no socket. */
function socketDirectory(dataDir: string): string {
  const isPossible = process.platform !== 'win32' && Buffer.byteLength(dataDir) <= SOCKET_DIRECTORY_BYTES_MAX;
  return isPossible ? dataDir : '';
}

type Prepared = Omit<PostmasterOptions, 'port'>;

/** Starts on a free port. If another process opens it between the choice and the use, another port is chosen. */
async function startOnPort(
  wanted: number,
  prepared: Prepared,
): Promise<{ server: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 0 ? await freePort() : wanted;
    try {
      return { server: await startPostmaster({ ...prepared, port }), port };
    } catch (error) {
      if (attempt >= 50 || !mayPass(error, wanted)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function mayPass(error: unknown, wantedPort: number): boolean {
  const lostRace =
    error instanceof EmbeddedPostgresError && error.reason === 'port-taken' && wantedPort === 0;
  return lostRace || isStillEnding(error);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

interface Running {
  url: string;
  socketUrl: string;
  port: number;
  supervisor: Supervisor;
  dataDir: string;
  persistent: boolean;
  release: () => void;
}

function handle({ supervisor, dataDir, persistent, release, ...reached }: Running): EmbeddedPostgres {
  const runs = () => isSameProcess(supervisor.server.mark);
  // A process that exits without stop() takes the server with it, as far as a synchronous handler can.
  const onExit = () => {
    if (runs()) process.kill(supervisor.server.mark.pid, 'SIGINT');
  };
  process.once('exit', onExit);
  let ended: Promise<void> | undefined;
  const end = async (how: () => Promise<unknown>) => {
    process.removeListener('exit', onExit);
    await supervisor.release();
    await how();
    release();
  };
  const stop = async () => {
    if (runs()) await stopPostmaster(supervisor.server.mark.pid);
    if (!persistent) await removeData(dataDir);
  };
  const kill = async () => {
    if (runs()) process.kill(supervisor.server.mark.pid, 'SIGKILL');
    await waitForExit(supervisor.server.mark.pid, 10_000);
  };
  return {
    ...reached,
    get pid() {
      return supervisor.server.mark.pid;
    },
    stop: () => (ended ??= end(stop)),
    kill: () => (ended ??= end(kill)),
  };
}

async function removeData(dataDir: string): Promise<void> {
  for (const file of [dataDir, `${dataDir}.log`, `${dataDir}.log.1`]) {
    await rm(file, { recursive: true, force: true });
  }
}
