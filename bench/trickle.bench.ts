import path from 'node:path';
import { inScratch, report, rounded } from './benchmark';
import { TrickleFindings, TrickleSystem } from './trickle/trickle-system';

/**
 * The whole path from the bank to a webhook receiver, a transaction at a time: 50 a second, and one alone every half
 * second. How long each takes, and what it costs: processor time by process, statements, transactions of the database
 * and messages by service. On both buses.
 */
const TRICKLE = { perSecond: 50, forMs: Number(process.env.TRICKLE_S || 20) * 1000 };
const ALONE = { perSecond: 2, forMs: 20_000 };
const LIMITS = { p99_of_100_ms_in_process: { max: 1 }, p99_of_100_ms_kafka: { max: 1 } };

interface OnBus {
  readonly trickle: TrickleFindings;
  readonly alone: TrickleFindings;
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const inProcess = await measure(path.join(scratch, 'in-process'), 'in process');
    const kafka = await measure(path.join(scratch, 'kafka'), 'kafka');
    const ratios = {
      p99_of_100_ms_in_process: rounded(inProcess.trickle.latencyMs.p99 / 100),
      p99_of_100_ms_kafka: rounded(kafka.trickle.latencyMs.p99 / 100),
    };
    report('trickle', { ratios, figures: { in_process: inProcess, kafka }, limits: LIMITS });
  });
}

async function measure(directory: string, bus: 'in process' | 'kafka'): Promise<OnBus> {
  const system = await TrickleSystem.start(directory, bus);
  try {
    return { trickle: await system.measure(TRICKLE), alone: await system.measure(ALONE) };
  } finally {
    await system.stop();
  }
}

void main();
