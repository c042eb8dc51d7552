import { pause } from './pause';
import type { FaultRounds } from './rounds';

const MOMENT_MS_MAX = 2500;

/** Fault 2: kill -9 of all five services at the same moment. */
export function killedTogether(rounds: FaultRounds): void {
  it('all services killed at once lose and repeat no transaction', async () => {
    for (let round = rounds.count(1, 10); round > 0; round -= 1) {
      await rounds.play('kill -9 of all five at once', async () => {
        const { services, work, random } = rounds.under;
        await work.add(2);
        await pause(random.below(MOMENT_MS_MAX));
        await Promise.all(services.map((service) => service.kill()));
        await Promise.all(services.map((service) => service.start()));
      });
    }
  });
}
