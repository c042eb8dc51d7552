import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mainThreadMs } from './main-thread-time';

/** The cost of work in this process. */
export interface Cost {
  /** Processor time of the main thread. */
  readonly spentMs: number;
  /** The longest time in one turn of the event loop, in which no other work runs. */
  readonly blockedMs: number;
  /** The growth of memory at its peak. */
  readonly grownMb: number;
}

/** The limits of work on another party's data. */
export const COST_MAX = { ratio: 2.5, judgedFromMs: 20, blockedMs: 200, grownMb: 100 } as const;

/**
 * Other processes only make work more expensive, so a cost beyond a limit is measured again. Garbage of other work in
 * this process is collected first.
 */
const REPEATS_MAX = 8;
const LOOK_EVERY_MS = 1;

export async function costOf(work: Work): Promise<Cost> {
  const memory = beginPeak();
  const began = mainThreadMs();
  let [blockedMs, last] = [0, began];
  const look = () => {
    const now = mainThreadMs();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(looking);
    look();
  }
  return { spentMs: last - began, blockedMs, grownMb: (peakBytes() - memory) / 1024 / 1024 };
}

/** Returns the least cost of several measurements, which are repeated while a limit is exceeded. */
export async function leastCostOf(work: Work): Promise<Cost> {
  let cost = await costOf(work);
  const isBeyond = () => cost.blockedMs > COST_MAX.blockedMs || cost.grownMb > COST_MAX.grownMb;
  for (let repeat = 1; repeat < REPEATS_MAX && isBeyond(); repeat += 1) {
    collectGarbage();
    cost = leastOf(cost, await costOf(work));
  }
  return cost;
}

export interface Growth {
  readonly half: Cost;
  readonly whole: Cost;
}

/** Returns the cost of the whole divided by that of the half; 0 if the whole costs too little to tell. */
export function ratioOf({ half, whole }: Growth): number {
  return whole.spentMs < COST_MAX.judgedFromMs ? 0 : whole.spentMs / Math.max(1, half.spentMs);
}

/** Returns the exceeded limits as words with figures; empty if the cost is proportional and blocks no other work. */
export function excessesOf(growth: Growth, grownMbMax: number = COST_MAX.grownMb): string[] {
  const { blockedMs, grownMb } = growth.whole;
  const ratio = ratioOf(growth);
  return [
    ...(ratio > COST_MAX.ratio ? [`${ratio.toFixed(1)} times the half`] : []),
    ...(blockedMs > COST_MAX.blockedMs ? [`held the thread for ${blockedMs.toFixed(0)} ms`] : []),
    ...(grownMb > grownMbMax ? [`${grownMb.toFixed(0)} MB of memory`] : []),
  ];
}

type Work = () => unknown;

/**
 * Returns the least cost of the half and of the whole, measured again while a limit is exceeded.
 * @param prepare is not measured; returns the work
 */
export async function growthOf(
  prepare: (part: keyof Growth) => Work | Promise<Work>,
  grownMbMax: number = COST_MAX.grownMb,
): Promise<Growth> {
  const measured = async (part: keyof Growth, before: () => void = () => undefined) => {
    const work = await prepare(part);
    before();
    return costOf(work);
  };
  let growth: Growth = { half: await measured('half'), whole: await measured('whole') };
  for (let repeat = 1; repeat < REPEATS_MAX && excessesOf(growth, grownMbMax).length > 0; repeat += 1) {
    growth = {
      half: leastOf(growth.half, await measured('half', collectGarbage)),
      whole: leastOf(growth.whole, await measured('whole', collectGarbage)),
    };
  }
  return growth;
}

function leastOf(one: Cost, other: Cost): Cost {
  return {
    spentMs: Math.min(one.spentMs, other.spentMs),
    blockedMs: Math.min(one.blockedMs, other.blockedMs),
    grownMb: Math.min(one.grownMb, other.grownMb),
  };
}

/** Collects garbage through `v8.setFlagsFromString`, so that Node needs no flag at its start. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Resets the peak of memory, which Linux supports, and returns the current memory. */
function beginPeak(): number {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    return Math.max(process.memoryUsage.rss(), peakBytes()); // measures from the earlier peak
  }
  return process.memoryUsage.rss();
}

function peakBytes(): number {
  try {
    const [, kilobytes = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}
