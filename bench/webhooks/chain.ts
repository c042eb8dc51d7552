import { build } from 'hdr-histogram-js';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchProcess } from '../bench-process';
import { median } from '../benchmark';
import { Receivers } from './receivers';

/** The calls of the process of the whole chain. */
export type ChainRequest =
  | { readonly kind: 'burst' }
  | { readonly kind: 'steady'; readonly perSecond: number; readonly forMs: number }
  /** When the bank's answer with each transaction came in. */
  | { readonly kind: 'answers' };

/** The transactions that were booked, by their numbers. */
export interface Booked {
  readonly firstNumber: number;
  readonly lastNumber: number;
}

/** What makes the chain work. */
export type Work = Exclude<ChainRequest, { kind: 'answers' }>;

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
    private readonly process: BenchProcess,
    private readonly receivers: Receivers,
  ) {}

  static async start(postgresUrl: string, scratch: string): Promise<Chain> {
    const receivers = await Receivers.start(1, path.join(scratch, 'sandbox'));
    const environment = { LOG_LEVEL: 'warn', BENCH_RECEIVER: receivers.urls[0] };
    const chain = BenchProcess.start('webhooks/chain-process.js', [postgresUrl, scratch], environment);
    await chain.next();
    return new Chain(chain, receivers);
  }

  /** Transactions a second, from the first answer of the bank to the last arrival. */
  async fullRate(): Promise<number> {
    const rates: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const latencies = await this.play({ kind: 'burst' });
      rates.push(latencies.count / ((latencies.lastAtMs - latencies.firstAtMs) / 1000));
    }
    return median(rates);
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
    await this.process.stop();
    await this.receivers.stop();
  }

  private async play(request: Work) {
    const { firstNumber, lastNumber } = await this.process.ask<Booked>(request);
    const arrivedAtMs = await this.arrivals(lastNumber - firstNumber + 1, firstNumber);
    const answers = await this.process.ask<[number, number][]>({ kind: 'answers' } satisfies ChainRequest);
    const answered = answers.filter(([number]) => number >= firstNumber);
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
      await pause(250);
    }
    throw new Error(`not all of ${count} transactions came to the endpoint in ${TIMEOUT_MS / 1000} s`);
  }
}
