import { Database } from '@tributary/persistence';
import { FULL, SeededRandom, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransferEngineConfig } from '../../../src/transfer-engine.config';
import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

const SCRIPT = path.join(workspaceRoot(), 'dist-test/apps/transfer-engine/test/killed-process.js');
/** `FAULT_SEED` plays a run again; the usual share is always the same. */
const SEED = Number(process.env.FAULT_SEED || (FULL ? Date.now() % 1_000_000 : 1));
const TRANSACTIONS = FULL ? 10_000 : 400;
const KILLS = FULL ? 20 : 3;
const PER_MESSAGE = 400;
/** Small batches, so that there is something to be killed in: more of them than the points that three processes reach. */
const BATCHES = FULL ? 100 : 16;
const LEASE_MS = 2_500;

/** Where a crash hurts most; or at any time. */
const POINTS = ['transfer.claimed', 'transfer.posted', 'any'] as const;

/** Fault 9: whatever is killed when, each transaction is there exactly once. */
export function describeKilled({ killed }: ConformanceSubject, bench: () => ConformanceBench): void {
  const count = Math.min(TRANSACTIONS, killed?.transactionsMax ?? Infinity);
  const rowsMax = Math.ceil(count / BATCHES);
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
      const isDone = () => nothingPending(fixture.database, link.id);
      for (let kill = 0; kill < KILLS; kill += 1)
        await startAndKill(configOf(fixture.config, rowsMax), random, isDone);
      await fixture.restart({ leaseMs: LEASE_MS, rowsMax });
      await bench().expectStates(carried, 'TRANSFERRED', FULL ? 600_000 : 60_000);
      await bench().expectThere(carried);
      await fixture.restart();
    },
    FULL ? 1_800_000 : 120_000,
  );
}

function configOf(config: TransferEngineConfig, rowsMax: number): TransferEngineConfig {
  return { ...config, dispatch: { ...config.dispatch, rowsMax, leaseMs: LEASE_MS } };
}

async function nothingPending(database: Database, linkId: number): Promise<boolean> {
  const sql = `select 1 from transfers where link_id = $1 and state = 'PENDING' limit 1`;
  return (await database.query(sql, [linkId])).length === 0;
}

/** One process from its start to its end, which comes while it works. */
async function startAndKill(
  config: TransferEngineConfig,
  random: SeededRandom,
  isDone: () => Promise<boolean>,
): Promise<void> {
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
  if (point === 'any') await sleep(random.below(400));
  else await endOfWork(child, isDone);
  child.kill('SIGKILL');
  await dead;
}

/** Resolves when an armed process has died at its point, or has nothing left to do and so does not reach it. */
async function endOfWork(child: ChildProcess, isDone: () => Promise<boolean>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !(await isDone())) await sleep(LOOK_MS);
}

const LOOK_MS = 50;
