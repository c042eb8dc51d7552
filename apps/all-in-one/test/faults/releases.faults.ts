import { SERVICES } from '@tributary/contracts';
import { pause } from './pause';
import type { FaultRounds } from './rounds';

const BACKLOG_MS = 3000;

/**
 * An upgrade and the way back: on this release's schema, the previous release runs beside this one, then alone, then
 * this one again. Only if `FAULT_PREVIOUS_BUILD` names a build of it.
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
