import { eventually } from '@tributary/testing';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

const REJOINED_WITHIN_MS = 45_000;
const REBALANCES_MAX = 3;
const PATIENT = { timeoutMs: 30_000, intervalMs: 50 };

/** Fault 3: the broker crashes and stays down, or restarts; the services continue to run. */
export function brokerAway(rounds: FaultRounds): void {
  describe('the broker', () => {
    it('crashed and down: writes continue into the outboxes, no service ends, every event arrives afterwards', async () => {
      for (let round = rounds.count(1, 3); round > 0; round -= 1) {
        await rounds.play('broker killed and away', async () => {
          const { under } = rounds;
          await beginSlowSync(under);
          await under.broker.kill();
          await writesGoOn(under);
          await pause(rounds.count(6000, 30_000));
          return comeBack(under);
        });
      }
    });

    it('restarted regularly under load: no transaction is lost or duplicated', async () => {
      for (let round = rounds.count(1, 3); round > 0; round -= 1) {
        await rounds.play('broker restarted', async () => {
          await rounds.under.work.add(2);
          return comeBack(rounds.under);
        });
      }
    });
  });
}

/** Begins a sync that is still reading at the bank when the broker crashes. */
async function beginSlowSync({ control, work, postgres }: SystemUnderFault): Promise<void> {
  await control.misbehave({
    target: 'provider-a',
    kind: 'slow',
    path: '/transactions',
    delay_ms: 1500,
    times: null,
  });
  await work.add(4);
  await eventually(async () => {
    expect(await postgres.count(SYNCING)).toBeGreaterThan(0);
  }, PATIENT);
}

const SYNCING =
  'select count(*) from ingestion_sync.financial_accounts where lease_until > clock_timestamp()';

/** Checks that rows which were read while the broker was down are committed, and that their messages wait. */
async function writesGoOn({ control, postgres }: SystemUnderFault): Promise<void> {
  await eventually(async () => {
    expect(await postgres.count('select count(*) from ingestion_sync.outbox')).toBeGreaterThan(0);
  }, PATIENT);
  await control.behave();
}

/** Restarts the broker and counts the consumers' actions. */
async function comeBack(under: SystemUnderFault): Promise<Record<string, number>> {
  expect(under.notRunning()).toEqual([]);
  const before = under.joins();
  const groups = [...before.keys()];
  await under.broker.restart();
  const back = Date.now();
  await eventually(
    async () => {
      const statuses = await under.groups.statuses(groups);
      expect(statuses.filter(({ state, members }) => state !== 'Stable' || members === 0)).toEqual([]);
    },
    { timeoutMs: REJOINED_WITHIN_MS, intervalMs: 250 },
  );
  const rejoinedS = (Date.now() - back) / 1000;
  const { left } = await under.settle();
  expect(left).toEqual([]);
  const rebalances = [...under.joins()].map(([group, count]) => count - (before.get(group) ?? 0));
  expect(Math.max(...rebalances)).toBeLessThanOrEqual(REBALANCES_MAX);
  expect(under.notRunning()).toEqual([]);
  return { rejoinedS, quietS: (Date.now() - back) / 1000, rebalancesMax: Math.max(...rebalances) };
}
