import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { workspaceRoot } from '../workspace-root';

/** A real Kafka node of one test, which can be killed and restarted. */
export interface KafkaBroker {
  /** `host:port`, the same after a restart. */
  readonly brokers: string;
  /** Process id of the broker; it changes with a restart. */
  readonly pid: number;
  /** Stops the broker in an orderly way, and its driver. A second call does nothing. */
  stop: () => Promise<void>;
  /** Sends SIGKILL; the data stay. */
  kill: () => Promise<void>;
  /** Restarts the broker on the same port and data, also if it is running. */
  restart: () => Promise<void>;
}

export interface KafkaBrokerOptions {
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /**
   * Enables TLS and SASL. `user` may do everything; `pem` is a file with key and certificate. `users` sign in by SCRAM
   * and have the rights of their ACLs.
   */
  secured?: { user: string; password: string; pem: string; users?: Readonly<Record<string, string>> };
  /** Called with each step of the start. */
  log?: (line: string) => void;
}

type Command = 'start' | 'kill' | 'restart' | 'stop';
type Driver = ChildProcessByStdio<Writable, Readable, Readable>;

interface Answer {
  done: Command;
  brokers: string;
  pid: number;
}

/**
 * Starts a broker under a driver process (`tools/kafka/kafka.mjs`), which ends the broker when this process dies in any
 * way. Fails with the driver's message.
 */
export async function startKafkaBroker(options: KafkaBrokerOptions): Promise<KafkaBroker> {
  const secured = options.secured ? [JSON.stringify(options.secured)] : [];
  const args = [driverScript(), '--json', options.dataDir, String(options.port ?? 0), ...secured];
  const driver: Driver = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const replies = new DriverReplies(driver, options.log);
  let latest = await replies.to('start');
  const send = async (command: Command) => {
    driver.stdin.write(`${command}\n`);
    latest = await replies.to(command);
  };
  let stopped: Promise<void> | undefined;
  return {
    get brokers() {
      return latest.brokers;
    },
    get pid() {
      return latest.pid;
    },
    stop: () => (stopped ??= send('stop')),
    kill: () => send('kill'),
    restart: () => send('restart'),
  };
}

/** Returns why no broker can be started on this machine, or undefined. */
export function whyNoKafkaBroker(): string | undefined {
  const { stdout, stderr } = spawnSync(process.execPath, [driverScript(), '--why-not'], { encoding: 'utf8' });
  return stdout.trim() || stderr.trim() || undefined;
}

/** Reads the driver's replies, one JSON line each, in the order of the commands. */
class DriverReplies {
  private readonly lines: Interface;
  private complaints = '';

  constructor(
    private readonly driver: Driver,
    log: (line: string) => void = () => undefined,
  ) {
    this.lines = createInterface({ input: driver.stdout });
    driver.stdin.on('error', () => undefined); // A driver that has ended is noticed by its 'close'.
    driver.stderr.on('data', (chunk: Buffer) => {
      this.complaints = (this.complaints + chunk.toString()).slice(-4000);
      log(chunk.toString().trim());
    });
  }

  async to(command: Command): Promise<Answer> {
    const over = new AbortController();
    const reply = once(this.lines, 'line', { signal: over.signal }) as Promise<[string]>;
    const end = once(this.driver, 'close', { signal: over.signal }).then(() => undefined);
    try {
      const line = await Promise.race([reply, end]);
      if (line === undefined) throw new Error(`Kafka: ${command} failed: ${this.complaints.trim()}`);
      return JSON.parse(line[0]) as Answer;
    } finally {
      reply.catch(() => undefined);
      end.catch(() => undefined);
      over.abort();
    }
  }
}

function driverScript(): string {
  return path.join(workspaceRoot(), 'tools/kafka/kafka.mjs');
}
