import { build } from 'hdr-histogram-js';
import { Pool } from 'undici';

/** What became of requests that came at a constant rate. */
export interface Served {
  readonly requests: number;
  /** Answered with anything but 2xx, or not at all. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
}

const REQUESTS_PER_S = 25;
const AT_ONCE_MAX = 64;

/** Requests the paths in turn, at a constant rate whatever the answers take, until `stop`. */
export class ConstantLoad {
  private readonly histogram = build();
  private readonly pool: Pool;
  private readonly prefix: string;
  private readonly timer: NodeJS.Timeout;
  private readonly underWay = new Set<Promise<void>>();
  private asked = 0;
  private failed = 0;

  constructor(
    url: string,
    private readonly token: string,
    private readonly paths: readonly string[],
  ) {
    const { origin, pathname } = new URL(url);
    this.prefix = pathname;
    this.pool = new Pool(origin, { connections: AT_ONCE_MAX, pipelining: 1 });
    this.timer = setInterval(() => this.ask(), 1000 / REQUESTS_PER_S);
  }

  async stop(): Promise<Served> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
    await this.pool.close();
    return {
      requests: this.asked,
      failed: this.failed,
      p50Ms: this.histogram.getValueAtPercentile(50) / 1000,
      p99Ms: this.histogram.getValueAtPercentile(99) / 1000,
      slowestMs: this.histogram.maxValue / 1000,
    };
  }

  private ask(): void {
    const path = `${this.prefix}${this.paths[this.asked % this.paths.length]}`;
    this.asked += 1;
    const began = performance.now();
    const request = this.answer(path)
      .then(
        (isServed) => void (this.failed += isServed ? 0 : 1),
        () => void (this.failed += 1),
      )
      .finally(() => {
        this.histogram.recordValue(Math.round((performance.now() - began) * 1000));
        this.underWay.delete(request);
      });
    this.underWay.add(request);
  }

  private async answer(path: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.token}`, accept: 'application/json' };
    const { statusCode, body } = await this.pool.request({ path, method: 'GET', headers });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    return statusCode >= 200 && statusCode < 300;
  }
}
