import { shareOf } from '@tributary/testing';
import { ACTIVITIES, Activity } from './activity';
import { Violation, ViolationKind } from './history';
import { simulate, SimulationReport } from './simulate';
import { Safeguard, SAFEGUARDS } from './variant';

const replay = process.env.SIMULATION_SEED;
const wanted = process.env.SIMULATION_SEEDS;
const all = Array.from({ length: Number(wanted ?? 10_000) }, (_, seed) => seed);
const seeds = replay !== undefined ? [Number(replay)] : wanted !== undefined ? all : shareOf(all, 100);

/** Generous: what matters is that a run that never ends is noticed. */
const TIMEOUT_MS = 60_000 + seeds.length * 500;
const NOTICED_WITHIN_SEEDS = 100;

describe('the bus, its outbox and its consumers, under random faults', () => {
  it(
    'lose and repeat no message, and end in the state of a run without faults',
    async () => {
      for (const seed of seeds) {
        const report = await simulate(seed);
        if (report.violations.length > 0) throw new Error(described(report));
      }
    },
    TIMEOUT_MS,
  );

  it('meet every kind of fault', async () => {
    const missing = new Set<Activity>(ACTIVITIES);
    for (let seed = 0; seed < NOTICED_WITHIN_SEEDS && missing.size > 0; seed += 1)
      for (const activity of (await simulate(seed)).activities.keys()) missing.delete(activity);
    expect([...missing]).toEqual([]);
  }, 60_000);

  it('run the same way again from the same seed', async () => {
    for (const seed of [2, 3]) {
      const [first, second] = [await simulate(seed), await simulate(seed)];
      expect(second.fingerprint).toBe(first.fingerprint);
      expect(second.steps).toBe(first.steps);
    }
  });
});

describe('the invariants notice what happens without the', () => {
  it.each(Object.keys(SAFEGUARDS) as Safeguard[])(
    '%s',
    async (safeguard) => {
      expect(await firstSeedThatNotices(safeguard)).not.toBeNull();
    },
    60_000,
  );
});

async function firstSeedThatNotices(safeguard: Safeguard): Promise<number | null> {
  const kinds: readonly ViolationKind[] = SAFEGUARDS[safeguard];
  const isExpected = ({ kind }: Violation): boolean => kinds.includes(kind);
  for (let seed = 0; seed < NOTICED_WITHIN_SEEDS; seed += 1)
    if ((await simulate(seed, safeguard)).violations.some(isExpected)) return seed;
  return null;
}

function described({ seed, system, violations, notes }: SimulationReport): string {
  return [
    `seed ${seed} (${system}) broke what must hold:`,
    ...violations.slice(0, 10).map(({ kind, text }) => `  ${kind}, ${text.slice(0, 400)}`),
    'the last that happened before:',
    ...notes.slice(-15).map((note) => `  ${note}`),
    `to replay: SIMULATION_SEED=${seed} npx jest libs/messaging/test/simulation`,
  ].join('\n');
}
