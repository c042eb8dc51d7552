import { build } from 'hdr-histogram-js';
import { ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { next } from './message';
import { Receivers } from './receivers';

/** What the process of the whole chain is asked for. */
export type ChainRequest =
  | { readonly kind: 'burst' }
  | { readonly kind: 'steady'; readonly perSecond: number; readonly forMs: number };

/** The transactions that were booked, by their numbers. */
export interface Answered {
  readonly firstNumber: number;
  readonly lastNumber: number;
}

export interface ChainLatency {
  readonly perSecond: number;
  readonly transactions: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const TIMEOUT_MS = 60_000;
const STEADY_MS = 10_000;

/** From the bank's answer to the endpoint, through all services in one process. */
export class Chain {
  private constructor(
    private readonly child: ChildProcess,
    private readonly receivers: Receivers,
  ) {}

  static async start(postgresUrl: string, scratch: string): Promise<Chain> {
    const receivers = await Receivers.start(1, path.join(scratch, 'sandbox'));
    const child = fork(path.join(__dirname, 'chain-process.js'), [postgresUrl, scratch], {
      execArgv: ['--max-semi-space-size=32'],
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', BENCH_RECEIVER: receivers.urls[0] },
    });
    await next(child);
    return new Chain(child, receivers);
  }

  /** Transactions a second, from the first answer of the bank to the last arrival. */
  async fullRate(): Promise<number> {
    const rates: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const latencies = await this.play({ kind: 'burst' });
      rates.push(latencies.count / ((latencies.lastAtMs - latencies.firstAtMs) / 1000));
    }
    return rates.sort((a, b) => a - b)[1] ?? 0;
  }

  async latency(perSecond: number): Promise<ChainLatency> {
    await this.play({ kind: 'steady', perSecond, forMs: 2000 }); // warm
    const { latenciesMs } = await this.play({ kind: 'steady', perSecond, forMs: STEADY_MS });
    const histogram = build();
    for (const ms of latenciesMs) histogram.recordValue(Math.max(0, ms));
    return {
      perSecond: Math.round(perSecond),
      transactions: latenciesMs.length,
      p50Ms: histogram.getValueAtPercentile(50),
      p99Ms: histogram.getValueAtPercentile(99),
      maxMs: histogram.maxValue,
    };
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await ended;
    this.receivers.stop();
  }

  private async play(request: ChainRequest) {
    const booked = next<Answered>(this.child);
    this.child.send(request);
    const { firstNumber, lastNumber } = await booked;
    const arrivedAtMs = await this.arrivals(lastNumber - firstNumber + 1, firstNumber);
    const answers = next<[number, number][]>(this.child);
    this.child.kill('SIGUSR2');
    const answered = (await answers).filter(([number]) => number >= firstNumber);
    const latenciesMs = answered.map(([number, atMs]) => (arrivedAtMs.get(number) ?? NaN) - atMs);
    return {
      count: answered.length,
      latenciesMs,
      firstAtMs: Math.min(...answered.map(([, atMs]) => atMs)),
      lastAtMs: Math.max(...arrivedAtMs.values()),
    };
  }

  private async arrivals(count: number, firstNumber: number): Promise<Map<number, number>> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
      const { marks } = await this.receivers.count();
      const ours = marks.filter(([number]) => number >= firstNumber);
      if (ours.length >= count) return new Map(ours);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`not all of ${count} transactions came to the endpoint in ${TIMEOUT_MS / 1000} s`);
  }
}
