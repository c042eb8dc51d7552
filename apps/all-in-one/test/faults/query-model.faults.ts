import type { ServiceName } from '@tributary/contracts';
import { run } from '@tributary/operator';
import { setTimeout } from 'node:timers/promises';
import type { FaultRounds } from './rounds';
import type { ArmedPoint } from './service-under-fault';
import type { SystemUnderFault } from './system-under-fault';

/**
 * The point at which a process dies during a rebuild; with `nth` greater than 1 some messages are already published.
 */
type Death = ArmedPoint & { readonly service: ServiceName };

/** Every test run plays the first one. */
const DEATHS: readonly Death[] = [
  { service: 'api-gateway', point: 'model.swapping', nth: 1 },
  { service: 'ingestion-sync', point: 'replay.published', nth: 3 },
  { service: 'api-gateway', point: 'model.filled', nth: 2 },
  { service: 'api-gateway', point: 'model.swapped', nth: 1 },
  { service: 'rule-engine', point: 'replay.published', nth: 1 },
  { service: 'transfer-engine', point: 'replay.published', nth: 2 },
  { service: 'webhook-dispatcher', point: 'replay.published', nth: 2 },
];
const DIES_WITHIN_MS = 60_000;

/** The query model is rebuilt over Kafka while the bank works, and a process that takes part is killed. */
export function queryModelRebuilt(rounds: FaultRounds): void {
  it.each(rounds.settings.full ? DEATHS : DEATHS.slice(0, 1))(
    'a rebuild of the query model completes with the same rows although $service dies at $point',
    async (death) => {
      const { under } = rounds;
      for (let round = rounds.count(1, 3); round > 0; round -= 1) {
        await rounds.play(`kill -9 of ${death.service} in a rebuild, ${death.point}:${death.nth}`, () =>
          rebuildDespite(under, death),
        );
        // The result must equal that of a second, undisturbed rebuild.
        const [listing, checksum] = [await under.listing(), await operator(under, 'checksum')];
        await operator(under, 'rebuild');
        expect(await operator(under, 'checksum')).toEqual(checksum);
        expect(await under.listing()).toEqual(listing);
      }
    },
  );
}

/** Rebuilds the model; the operator's command continues to wait although the process dies. */
async function rebuildDespite(under: SystemUnderFault, death: Death): Promise<Record<string, number>> {
  const service = under.service(death.service);
  await service.stop();
  await service.start(death);
  const began = Date.now();
  const rebuilding = operator(under, 'rebuild');
  const working = under.work.add(2);
  await deathOf(under, death);
  await Promise.all([service.start(), working, under.work.add(1)]);
  await leasePasses(under);
  await rebuilding;
  return { rebuiltInS: (Date.now() - began) / 1000 };
}

async function deathOf(under: SystemUnderFault, { service, point }: Death): Promise<void> {
  const died = under
    .service(service)
    .whenDead()
    .then(() => true);
  const tooLate = setTimeout(DIES_WITHIN_MS, false, { ref: false });
  if (!(await Promise.race([died, tooLate]))) throw new Error(`${service} did not come to ${point}`);
}

/** Waits for the minute in which the dead process still has the lease of the swap. */
async function leasePasses({ postgres }: SystemUnderFault): Promise<void> {
  await postgres.rows(
    `update api_gateway.jobs set lease_until = clock_timestamp() where kind = 'query_model_rebuilds'`,
  );
}

/**
 * Runs `tributary query-model …`.
 * @returns its output
 */
async function operator(under: SystemUnderFault, act: 'rebuild' | 'checksum'): Promise<string[]> {
  const printed: string[] = [];
  const output = {
    out: (line: string) => void printed.push(line),
    err: (line: string) => void printed.push(line),
  };
  const code = await run(['query-model', act], under.operatorSettings(), output);
  expect({ act, code, printed: code === 0 ? [] : printed }).toEqual({ act, code: 0, printed: [] });
  return printed;
}
