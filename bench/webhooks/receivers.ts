import { ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { next } from './message';

/** What came in since the last beginning. */
export interface Arrivals {
  readonly arrivals: number;
  /** Different `webhook-id`s. */
  readonly unique: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** When each transaction that the bench booked first came, by its number. */
  readonly marks: readonly (readonly [number, number])[];
}

export interface ReceiverRequest {
  /** Tells when so many different deliveries have come. */
  readonly expect: number;
  /** The place of the one that never answers; -1 for none. */
  readonly hangs: number;
  /** The place of one whose arrivals do not count. */
  readonly uncounted?: number;
}

/** Receivers in a process of their own. */
export class Receivers {
  private constructor(
    private readonly child: ChildProcess,
    readonly urls: readonly string[],
    readonly caCertificate: string,
  ) {}

  /** @param certificatesIn keeps the authority and certificate of another receiver, which are used here too. */
  static async start(count: number, certificatesIn?: string): Promise<Receivers> {
    const child = fork(
      path.join(__dirname, 'receiver-process.js'),
      [String(count), ...(certificatesIn ? [certificatesIn] : [])],
      {
        execArgv: ['--max-semi-space-size=32'],
        env: { PATH: process.env.PATH },
      },
    );
    const { ports, caCertificate } = await next<{ ports: number[]; caCertificate: string }>(child);
    return new Receivers(
      child,
      ports.map((port) => `https://127.0.0.1:${port}/hooks`),
      caCertificate,
    );
  }

  async begin(request: ReceiverRequest): Promise<void> {
    const ready = next(this.child);
    this.child.send(request);
    await ready;
  }

  /** Resolves when all that is expected has come. */
  async all(timeoutMs: number): Promise<Arrivals> {
    const arrivals = next<Arrivals>(this.child);
    const late = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref());
    const came = await Promise.race([arrivals, late]);
    if (came) return came;
    const { unique } = await this.count();
    throw new Error(`only ${unique} deliveries came in ${timeoutMs / 1000} s`);
  }

  async count(): Promise<Arrivals> {
    const counted = next<Arrivals>(this.child);
    this.child.send('count');
    return counted;
  }

  stop(): void {
    this.child.disconnect();
  }
}
