import { build, Histogram } from 'hdr-histogram-js';
import { Pool } from 'undici';

/** What one server did with one case. */
export interface Measured {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requestsPerS: number;
  readonly requests: number;
}

/** A server under load, and the paths (below its URL), used in turn. */
export interface Target {
  readonly url: string;
  readonly token: string;
  readonly paths: readonly string[];
  /** What each is answered with; 200 where absent. */
  readonly status?: number;
}

export interface Load {
  /** Each sends its next request after its answer. */
  readonly connections: number;
  readonly sliceMs: number;
  readonly slices: number;
  /** Before them, and not counted: until the server's code is compiled and its connections are open. */
  readonly warmUpSlices: number;
}

/**
 * Measures the targets in turns of one slice each, so that whatever drifts (caches, clock rates, neighbours) hits
 * all of them; the turn's order changes from one round to the next.
 * @throws where a server answers anything but the expected status.
 */
export async function measureInTurns(targets: readonly Target[], load: Load): Promise<Measured[]> {
  const runs = targets.map((target) => new Run(target, load));
  try {
    for (let round = -load.warmUpSlices; round < load.slices; round += 1) {
      const turn = round % 2 === 0 ? runs : [...runs].reverse();
      for (const run of turn) await run.slice(round >= 0);
    }
    return runs.map((run) => run.measured());
  } finally {
    await Promise.all(runs.map((run) => run.close()));
  }
}

class Run {
  private readonly histogram: Histogram = build();
  private readonly pool: Pool;
  private readonly prefix: string;
  private elapsedMs = 0;
  private requests = 0;
  private next = 0;

  constructor(
    private readonly target: Target,
    private readonly load: Load,
  ) {
    const { origin, pathname } = new URL(target.url);
    this.prefix = pathname === '/' ? '' : pathname;
    this.pool = new Pool(origin, { connections: load.connections, pipelining: 1 });
  }

  async slice(counted: boolean): Promise<void> {
    const began = performance.now();
    const until = began + this.load.sliceMs;
    await Promise.all(Array.from({ length: this.load.connections }, () => this.askUntil(until, counted)));
    if (counted) this.elapsedMs += performance.now() - began;
  }

  measured(): Measured {
    return {
      p50Ms: this.histogram.getValueAtPercentile(50) / 1000,
      p99Ms: this.histogram.getValueAtPercentile(99) / 1000,
      requestsPerS: Math.round(this.requests / (this.elapsedMs / 1000)),
      requests: this.requests,
    };
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async askUntil(until: number, counted: boolean): Promise<void> {
    while (performance.now() < until) {
      const began = performance.now();
      await this.ask();
      if (!counted) continue;
      this.histogram.recordValue(Math.round((performance.now() - began) * 1000));
      this.requests += 1;
    }
  }

  private async ask(): Promise<void> {
    const { paths, token, status = 200 } = this.target;
    const path = `${this.prefix}${paths[this.next++ % paths.length]}`;
    const { statusCode, body } = await this.pool.request({
      path,
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    if (statusCode !== status)
      throw new Error(`${path} was answered with ${statusCode}: ${await body.text()}`);
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  }
}
