import { SERVICES } from '@tributary/contracts';
import { randomUUID } from 'node:crypto';
import { GatewayApi } from './changes-over-rest';
import { loadTargets } from './load-targets';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { ServiceUnderFault } from './service-under-fault';
import type { SystemUnderFault } from './system-under-fault';

const BACKLOG_MS = 3000;

/**
 * An upgrade and its reversal: on this release's schema, the previous release runs beside this one, then alone, then
 * this one again. It runs only if `FAULT_PREVIOUS_BUILD` names a build of the previous release.
 */
export function releasesSideBySide(rounds: FaultRounds): void {
  const { previousBuild } = rounds.settings;
  if (previousBuild === undefined) return;
  it('the previous release works on the schema of this one, beside it and alone', async () => {
    await rounds.play('the previous release beside this one, then alone, then this one', async () => {
      const { under } = rounds;
      const { services, work } = under;
      const previous = SERVICES.map((name) => under.another(name, previousBuild));
      await Promise.all(previous.map((service) => service.start()));
      const before = work.texts.size;
      await work.add(3);
      await commandsOfEither(under, previous);
      for (const service of services) {
        await work.add(1);
        await service.stop();
      }
      await work.add(3);
      await pause(BACKLOG_MS);
      await Promise.all(services.map((service) => service.start()));
      await work.add(1);
      for (const service of previous) await service.stop();
      return { booked: work.texts.size - before };
    });
  });
}

/** Each release's gateway sends commands to the services of the other, and both recognize a repeated request. */
async function commandsOfEither(
  under: SystemUnderFault,
  previous: readonly ServiceUnderFault[],
): Promise<void> {
  const targets = await loadTargets(under);
  const here = { gateway: gatewayOf(under.services), owners: ownersOf(under.services) };
  const there = { gateway: gatewayOf(previous), owners: ownersOf(previous) };
  const key = randomUUID();
  const made = new Set<unknown>();
  for (const [name, { gateway, owners }] of [
    ['to the previous release', here],
    ['to this release', there],
  ] as const) {
    await Promise.all(owners.map((owner) => owner.stop()));
    const api = new GatewayApi(gateway.url ?? '', under.token);
    await api.changeAll(targets, name);
    made.add(await api.createRule('of both releases', key));
    await Promise.all(owners.map((owner) => owner.start()));
  }
  expect(made.size).toBe(1);
}

function gatewayOf(services: readonly ServiceUnderFault[]): ServiceUnderFault {
  const gateway = services.find(({ name }) => name === 'api-gateway');
  if (!gateway) throw new Error('there is no gateway');
  return gateway;
}

function ownersOf(services: readonly ServiceUnderFault[]): ServiceUnderFault[] {
  return services.filter(({ name }) => name !== 'api-gateway');
}
