import { SERVICES } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import type { AttackedSystem } from '../attacks/attacked-system';
import { schemaOf } from '../../src/services/service-environment';

/** SQL of the remaining work, by its kind. */
const OPEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    SERVICES.map((service) => [`outbox of ${service}`, `from ${schemaOf(service)}.outbox`]),
  ),
  ...Object.fromEntries(
    SERVICES.map((service) => [
      `jobs of ${service}`,
      `from ${schemaOf(service)}.jobs where finished_at is null and due_at < now() + interval '1 minute'`,
    ]),
  ),
  deliveries: `from webhook_dispatcher.deliveries where status = 'PENDING' and attempts = 0`,
  transfers: `from transfer_engine.transfers where state = 'PENDING' and attempts = 0`,
};

const STATEMENT = Object.entries(OPEN)
  .map(([what, from]) => `select '${what}' as what, count(*)::int as count ${from}`)
  .join(' union all ');

/** Waits until no work is left, twice in a row, because the end of one part may begin another. */
export async function settled(system: AttackedSystem): Promise<void> {
  let quiet = 0;
  await eventually(
    async () => {
      const open = (await system.sql<{ what: string; count: number }>(STATEMENT)).filter(
        ({ count }) => count > 0,
      );
      quiet = open.length === 0 ? quiet + 1 : 0;
      if (quiet < 2) throw new Error(`still under way: ${JSON.stringify(open)}`);
    },
    { timeoutMs: 90_000 },
  );
}
