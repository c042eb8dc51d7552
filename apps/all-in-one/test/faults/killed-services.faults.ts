import type { ServiceName } from '@tributary/contracts';
import type { FaultPoint } from '@tributary/messaging';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { ArmedPoint } from './service-under-fault';

/** The worst moments at which each service can die; every test run includes the first ones. */
const POINTS: Readonly<Record<ServiceName, readonly [FaultPoint, ...FaultPoint[]]>> = {
  'ingestion-sync': ['transaction.committed', 'outbox.published'],
  'rule-engine': ['outbox.published', 'transaction.committed'],
  'transfer-engine': ['transfer.posted', 'outbox.published', 'transfer.claimed', 'transaction.committed'],
  'webhook-dispatcher': ['delivery.posted', 'transaction.committed', 'delivery.claimed'],
  'api-gateway': ['transaction.committed'],
};

const SERVICE_NAMES = Object.keys(POINTS) as ServiceName[];
const MOMENT_MS_MAX = 1500;
const REACHED_WITHIN_MS = 30_000;

/** Fault 1: kill -9 of each service, at its fault points and at random moments. */
export function killedServices(rounds: FaultRounds): void {
  describe('a service killed in the middle of a run', () => {
    it.each(SERVICE_NAMES)('%s loses and repeats no transaction', async (name) => {
      const points = pointsToPlay(name, rounds);
      for (let first = 0; first < points.length; first += 2) {
        const some = points.slice(first, first + 2);
        const label = some.map(({ point, nth }) => `${point}:${nth}`).join(', ');
        await rounds.play(`kill -9 of ${name} at any moment, ${label}`, () => killAt(rounds, name, some));
      }
    });
  });
}

function pointsToPlay(name: ServiceName, rounds: FaultRounds): ArmedPoint[] {
  const { random } = rounds.under;
  const points = POINTS[name];
  if (!rounds.settings.full) return points.slice(0, 2).map((point) => ({ point, nth: 1 }));
  return Array.from({ length: 20 }, () => ({ point: random.pick(points), nth: 1 + random.below(3) }));
}

/**
 * Kills the service at a random moment, then lets it kill itself at each of the points, while work arrives
 * continuously.
 */
async function killAt(rounds: FaultRounds, name: ServiceName, points: readonly ArmedPoint[]): Promise<void> {
  const { work, random } = rounds.under;
  const service = rounds.under.service(name);
  await work.add(2);
  await pause(random.below(MOMENT_MS_MAX));
  await service.kill();
  for (const armed of points) {
    await service.start(armed);
    await untilDead(rounds, name);
  }
  await service.start();
  expect(rounds.under.notRunning()).toEqual([]);
}

/** Adds work until the process has reached its fault point. */
async function untilDead(rounds: FaultRounds, name: ServiceName): Promise<void> {
  const service = rounds.under.service(name);
  const until = Date.now() + REACHED_WITHIN_MS;
  while (service.isRunning) {
    if (Date.now() > until) throw new Error(`${name} did not come to its fault point`);
    await rounds.under.work.add(1);
    await Promise.race([service.whenDead(), pause(1500)]);
  }
}
