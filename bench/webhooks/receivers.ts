import { BenchProcess } from '../bench-process';

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
  /** Reports when so many different deliveries have come. */
  readonly expect: number;
  /** The index of the one that never answers; -1 for none. */
  readonly hangs: number;
  /** The index of one whose arrivals do not count. */
  readonly uncounted?: number;
}

/** Receivers in a process of their own. */
export class Receivers {
  private constructor(
    private readonly process: BenchProcess,
    readonly urls: readonly string[],
    readonly caCertificate: string,
  ) {}

  /** @param certificatesIn keeps the authority and certificate of another receiver, which are used here too. */
  static async start(count: number, certificatesIn?: string): Promise<Receivers> {
    const words = [String(count), ...(certificatesIn ? [certificatesIn] : [])];
    const process = BenchProcess.start('webhooks/receiver-process.js', words);
    const { ports, caCertificate } = await process.next<{ ports: number[]; caCertificate: string }>();
    return new Receivers(
      process,
      ports.map((port) => `https://127.0.0.1:${port}/hooks`),
      caCertificate,
    );
  }

  async begin(request: ReceiverRequest): Promise<void> {
    await this.process.ask(request);
  }

  /** Resolves when everything expected has arrived. */
  async all(timeoutMs: number): Promise<Arrivals> {
    const arrivals = this.process.next<Arrivals>();
    const late = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref());
    const came = await Promise.race([arrivals, late]);
    if (came) return came;
    const { unique } = await this.count();
    throw new Error(`only ${unique} deliveries came in ${timeoutMs / 1000} s`);
  }

  count(): Promise<Arrivals> {
    return this.process.ask<Arrivals>('count');
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
