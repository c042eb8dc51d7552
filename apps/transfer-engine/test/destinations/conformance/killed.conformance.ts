import { FULL, SeededRandom, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TransferEngineConfig } from '../../../src/transfer-engine.config';
import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

const SCRIPT = path.join(workspaceRoot(), 'dist-test/apps/transfer-engine/test/killed-process.js');
/** `FAULT_SEED` plays a run again; the usual share is always the same. */
const SEED = Number(process.env.FAULT_SEED || (FULL ? Date.now() % 1_000_000 : 1));
const TRANSACTIONS = FULL ? 10_000 : 400;
const KILLS = FULL ? 20 : 3;
const PER_MESSAGE = 400;
/** Small batches, so that there is something to be killed in. */
const ROWS_PER_BATCH = FULL ? 100 : 25;
const LEASE_MS = 2_500;

/** Where a crash hurts most; or at any time. */
const POINTS = ['transfer.claimed', 'transfer.posted', 'any'] as const;

/** Fault 9: whatever is killed when, each transaction is there exactly once. */
export function describeKilled({ killed }: ConformanceSubject, bench: () => ConformanceBench): void {
  const count = Math.min(TRANSACTIONS, killed?.transactionsMax ?? Infinity);
  it(
    `killed ${KILLS} times while it sends ${count}, the service creates each there exactly once (FAULT_SEED=${SEED})`,
    async () => {
      const { fixture } = bench();
      await fixture.restart({ slots: 0 }); // what is to be sent is planned, and left to others
      const link = await bench().link();
      const carried = [];
      for (let from = 0; from < count; from += PER_MESSAGE) {
        carried.push(...(await bench().send(link, Array(Math.min(PER_MESSAGE, count - from)).fill({}))));
      }
      const random = new SeededRandom(SEED);
      for (let kill = 0; kill < KILLS; kill += 1) await startAndKill(configOf(fixture.config), random);
      await fixture.restart({ leaseMs: LEASE_MS, rowsMax: ROWS_PER_BATCH });
      await bench().expectStates(carried, 'TRANSFERRED', FULL ? 600_000 : 60_000);
      await bench().expectThere(carried);
      await fixture.restart();
    },
    FULL ? 1_800_000 : 120_000,
  );
}

function configOf(config: TransferEngineConfig): TransferEngineConfig {
  const dispatch = { ...config.dispatch, rowsMax: ROWS_PER_BATCH, leaseMs: LEASE_MS };
  return { ...config, dispatch };
}

/** One process from its start to its end, which comes while it works. */
async function startAndKill(config: TransferEngineConfig, random: SeededRandom): Promise<void> {
  const point = random.pick(POINTS);
  const nth = 1 + random.below(4);
  const child = fork(SCRIPT, [], {
    env: {
      PATH: process.env.PATH,
      ...(point === 'any' ? {} : { FAULT_POINT: `${point}:${nth}` }),
    },
    stdio: 'ignore',
  });
  const dead = once(child, 'exit');
  child.send(config);
  await Promise.race([once(child, 'message'), dead]);
  await endOf(child, dead, point === 'any' ? random.below(400) : MOST_MS);
}

/** An armed process that has nothing left to do does not reach its point. */
const MOST_MS = 6_000;

async function endOf(child: ChildProcess, dead: Promise<unknown>, afterMs: number): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await dead;
  clearTimeout(timer);
}
