import { ServiceName, SERVICES } from '@tributary/contracts';
import { workspaceRoot } from '@tributary/testing';
import path from 'node:path';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

const MINUTE_MS = 60_000;
const SKEW_MS = 10 * MINUTE_MS;
/** Time zones in which days begin at other hours, and daylight saving time differs or does not exist. */
const ZONES: Readonly<Record<ServiceName, string>> = {
  'ingestion-sync': 'Pacific/Kiritimati',
  'rule-engine': 'America/New_York',
  'transfer-engine': 'Europe/Prague',
  'webhook-dispatcher': 'Australia/Lord_Howe',
  'api-gateway': 'Pacific/Pago_Pago',
};
const TOKEN_LASTS_MS = 3000;
/** The longest time for which an expired token may still work. */
const EXPIRY_SKEW_MS_MAX = 60_000;

/** Fault 10: the clocks of all machines are wrong in different ways, and change while the services run. */
export function clocksApart(rounds: FaultRounds): void {
  describe('clocks that are ten minutes off, each in another zone', () => {
    it.each(rounds.settings.full ? [1, -1] : [1])(
      'change nothing: days are complete, signatures verify, leases exclude, tokens end (%i)',
      async (sign) => {
        await rounds.play('clocks ten minutes off', async () => {
          const { under } = rounds;
          await restartAll(under, (nth) => (nth % 2 === 0 ? sign : -sign) * SKEW_MS);
          // A second instance of each service has a clock that is wrong in the other direction: their leases see a
          // difference of twenty minutes.
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

/** Restarts all services with these clock offsets; null: with the machine's clock. */
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
      expect(askedAt).toBeGreaterThan(endsAt - 1000); // it must not have expired early either
      return Math.max(0, askedAt - endsAt);
    }
    expect(status).toBe(200);
    expect(askedAt - endsAt).toBeLessThan(EXPIRY_SKEW_MS_MAX);
    await pause(50);
  }
}
