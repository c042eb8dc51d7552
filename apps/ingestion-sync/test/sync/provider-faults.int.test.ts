import { BankProvider, FaultFigures, FaultyBank } from '../faulty-bank';

/** The default share plays the same runs each time; FAULT_SEED starts with another seed, FULL=1 plays many. */
const IS_FULL = Boolean(process.env.FULL);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? (IS_FULL ? Date.now() % 1_000_000_000 : 2));
const RUNS = IS_FULL ? 12 : 1;

describe.each<BankProvider>(['PROVIDER_A', 'PROVIDER_B'])('%s', (provider) => {
  it(`refusals, silence, cut or damaged answers and shifting pages cause no loss, duplicate or early call, from seed ${FIRST_SEED}`, async () => {
    const runs: FaultFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await FaultyBank.play(provider, FIRST_SEED + run));
    if (IS_FULL) process.stdout.write(`provider faults: ${JSON.stringify({ provider, ...totals(runs) })}\n`);
    for (const {
      seed,
      lostOrTwice,
      requestsInRetryAfter,
      requestsBeyondAllowance,
      cursorAheadOfCommits,
    } of runs)
      expect({
        seed,
        lostOrTwice,
        requestsInRetryAfter,
        requestsBeyondAllowance,
        cursorAheadOfCommits,
      }).toEqual({
        seed,
        lostOrTwice: 0,
        requestsInRetryAfter: 0,
        requestsBeyondAllowance: 0,
        cursorAheadOfCommits: 0,
      });
    expect(totals(runs).faultsApplied).toBeGreaterThan(0);
  }, 580_000);
});

function totals(runs: readonly FaultFigures[]): Record<string, number> {
  const sums: Record<string, number> = { runs: runs.length, firstSeed: FIRST_SEED };
  for (const { seed: _, ...figures } of runs) {
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}
