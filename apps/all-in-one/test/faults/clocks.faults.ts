import { ServiceName, SERVICES } from '@tributary/contracts';
import { workspaceRoot } from '@tributary/testing';
import path from 'node:path';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

const MINUTE_MS = 60_000;
const SKEW_MS = 10 * MINUTE_MS;
/** Days begin at other hours there, and clocks change on other days or never. */
const ZONES: Readonly<Record<ServiceName, string>> = {
  'ingestion-sync': 'Pacific/Kiritimati',
  'rule-engine': 'America/New_York',
  'transfer-engine': 'Europe/Prague',
  'webhook-dispatcher': 'Australia/Lord_Howe',
  'api-gateway': 'Pacific/Pago_Pago',
};
const TOKEN_LASTS_MS = 3000;
/** The maximum time after its end at which an expired token still works. */
const EXPIRY_SKEW_MS_MAX = 60_000;

/** Fault 10: every machine's clock is wrong in another way, and changes while it runs. */
export function clocksApart(rounds: FaultRounds): void {
  describe('clocks that are ten minutes off, each in another zone', () => {
    it.each(rounds.settings.full ? [1, -1] : [1])(
      'change nothing: days are complete, signatures verify, leases exclude, tokens end (%i)',
      async (sign) => {
        await rounds.play('clocks ten minutes off', async () => {
          const { under } = rounds;
          await restartAll(under, (nth) => (nth % 2 === 0 ? sign : -sign) * SKEW_MS);
          // A second instance of each has a clock that is off the other way: for its leases they are twenty minutes
          // apart.
          const others = SERVICES.map((name) => under.another(name));
          await Promise.all(
            others.map((other, nth) =>
              other.start(undefined, shifted(other.name, (nth % 2 === 0 ? -sign : sign) * SKEW_MS)),
            ),
          );
          await under.work.add(3);
          expect((await under.settle()).left).toEqual([]);
          const endedLateMs = await endOfAToken(under);
          await Promise.all(others.map((other) => other.stop()));
          return { tokenEndedLateMs: endedLateMs };
        });
      },
    );

    it('set back by an hour under load: no transaction is lost or duplicated, and no work waits for the hour', async () => {
      await rounds.play('clocks set back by an hour', async () => {
        const { under } = rounds;
        await under.work.add(2);
        await pause(under.random.below(500));
        for (const service of under.services) service.setClockBack();
        await under.work.add(2);
        expect((await under.settle()).left).toEqual([]);
        const endedLateMs = await endOfAToken(under);
        expect(under.notRunning()).toEqual([]);
        return { tokenEndedLateMs: endedLateMs };
      });
      await restartAll(rounds.under, () => null);
    });
  });
}

/** With clocks so far off; null: with the machine's own. */
async function restartAll(under: SystemUnderFault, shiftOf: (nth: number) => number | null): Promise<void> {
  await Promise.all(
    under.services.map(async (service, nth) => {
      const shiftMs = shiftOf(nth);
      await service.stop();
      await service.start(undefined, shiftMs === null ? {} : shifted(service.name, shiftMs));
    }),
  );
}

function shifted(name: ServiceName, shiftMs: number): Record<string, string> {
  const clock = path.join(workspaceRoot(), 'dist-test/apps/all-in-one/test/faults/shifted-clock.js');
  return {
    CLOCK_SHIFT_MS: String(shiftMs),
    TZ: ZONES[name],
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require=${clock}`.trim(),
  };
}

/** How long after its end, by the database's clock, a token still worked. */
async function endOfAToken(under: SystemUnderFault): Promise<number> {
  const { token, endsAt } = await under.tokenThatEnds(TOKEN_LASTS_MS);
  const ask = async (): Promise<number> => {
    const response = await fetch(`${under.apiUrl}/api/v1/finance/accounts?page[size]=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await ask()).toBe(200);
  for (;;) {
    const askedAt = Date.now();
    const status = await ask();
    if (status === 401) {
      expect(askedAt).toBeGreaterThan(endsAt - 1000); // nor before its time
      return Math.max(0, askedAt - endsAt);
    }
    expect(status).toBe(200);
    expect(askedAt - endsAt).toBeLessThan(EXPIRY_SKEW_MS_MAX);
    await pause(50);
  }
}
