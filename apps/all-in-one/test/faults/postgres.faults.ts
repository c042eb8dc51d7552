import { eventually } from '@tributary/testing';
import { ApiProbe } from './api-probe';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

const MOMENT_MS_MAX = 2000;
const RECOVERED_WITHIN_MS = 15_000;

/**
 * Fault 4: the database server crashes under load and stays down for a while; or it runs, but has no connection left.
 */
export function postgresCrashed(rounds: FaultRounds): void {
  it('Postgres crashed under load: the API answers 503 and recovers, no service ends, no transaction is lost or duplicated', async () => {
    for (let round = rounds.count(1, 5); round > 0; round -= 1) {
      await rounds.play('kill -9 of Postgres', () =>
        withoutDatabase(rounds, async ({ postgres }) => {
          await postgres.kill();
          return () => postgres.restart();
        }),
      );
    }
  });

  it('Postgres without a free connection: the API answers 503 and recovers, no service ends, no transaction is lost or duplicated', async () => {
    for (let round = rounds.count(1, 2); round > 0; round -= 1) {
      await rounds.play('no connection of Postgres is free', () =>
        withoutDatabase(rounds, ({ postgres }) => postgres.takeAllConnections()),
      );
    }
  });
}

/**
 * Runs a round without the database.
 * @param takeAway makes it unavailable, and returns a function that restores it
 */
async function withoutDatabase(
  rounds: FaultRounds,
  takeAway: (under: SystemUnderFault) => Promise<() => Promise<void>>,
): Promise<Record<string, number>> {
  const { under } = rounds;
  const probe = new ApiProbe(under.apiUrl, under.token);
  probe.start();
  await under.work.add(2);
  await pause(under.random.below(MOMENT_MS_MAX));
  const bringBack = await takeAway(under);
  await pause(rounds.count(3000, 20_000));
  await bringBack();
  const back = Date.now();
  const recoveredMs = await eventually(
    () => {
      const ms = probe.recoveredAfterMs(back);
      if (ms === null) throw new Error('the API has not recovered');
      return ms;
    },
    { timeoutMs: RECOVERED_WITHIN_MS },
  );
  const { left } = await under.settle();
  await probe.stop();
  expect(left).toEqual([]);
  expect(probe.outcomes().filter((outcome) => outcome !== 200 && outcome !== 503)).toEqual([]);
  expect(probe.outcomes()).toContain(503);
  expect(under.notRunning()).toEqual([]);
  return {
    apiRecoveredS: recoveredMs / 1000,
    quietS: (Date.now() - back) / 1000,
    probes: probe.results.length,
  };
}
