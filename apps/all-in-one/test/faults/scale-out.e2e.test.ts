import { SERVICES } from '@tributary/contracts';
import { describeKafka, SHARE_SEED, shareOf } from '@tributary/testing';
import { businessRows, TableTotal } from './business-rows';
import { readFaultSettings } from './fault-settings';
import { pause } from './pause';
import { restartInTurn } from './rolling-restart.faults';
import { SystemUnderFault } from './system-under-fault';

const given = readFaultSettings();
const settings = { ...given, institution: given.institution ?? (given.full ? 'BERKA_100' : 'BERKA_5') };
/** Only a full run compares them, because each number of instances needs its own system. */
const COMPARED = settings.full ? [1, 2, 3] : [];
const WAVES = 10;
jest.setTimeout(settings.full ? 1_800_000 : 600_000);

/** Runs the same work at the same bank for each number of instances. */
async function totalsOf(under: SystemUnderFault): Promise<Record<string, TableTotal>> {
  for (let wave = 0; wave < WAVES; wave += 1) {
    await under.work.add(3);
    expect((await under.settle()).left).toEqual([]);
  }
  expect((await under.audit()).findings).toEqual([]);
  return businessRows(under.postgres);
}

async function expectNothingLostOrTwice(under: SystemUnderFault): Promise<void> {
  const { left } = await under.settle();
  const { findings } = await under.audit();
  expect({ left, findings }).toEqual({ left: [], findings: [] });
}

function report(what: string, figures: object): void {
  if (settings.full) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}

describeKafka(
  `several instances of each service (FAULT_SEED=${settings.seed} SHARE_SEED=${SHARE_SEED})`,
  () => {
    let started: SystemUnderFault | null = null;

    afterAll(() => started?.stop());

    const compare = async (): Promise<void> => {
      const totals: Record<string, TableTotal>[] = [];
      for (const instances of COMPARED) {
        await started?.stop();
        started = null;
        const began = Date.now();
        const under = await SystemUnderFault.start(settings, { instances });
        started = under;
        totals.push(await totalsOf(under));
        report(`${instances} of each`, { tookS: (Date.now() - began) / 1000, totals: totals.at(-1) });
      }
      const [first, ...others] = totals;
      for (const other of others) expect(other).toEqual(first);
    };
    if (COMPARED.length > 0)
      it('1, 2 and 3 instances of each service give the same rows, ledgers and webhooks', compare);

    /** The last system continues to run. */
    const several = async (): Promise<SystemUnderFault> =>
      (started ??= await SystemUnderFault.start(settings, { instances: 2 }));

    const promises = {
      'an instance that comes, goes in order, or dies in the middle of a run loses nothing and doubles nothing':
        async () => {
          const under = await several();
          for (let round = settings.full ? 5 : 1; round > 0; round -= 1) {
            await under.work.add(4);
            const others = SERVICES.map((name) => under.another(name));
            await Promise.all(others.map((other) => other.start()));
            await under.work.add(4);
            await pause(under.random.below(1000));
            await Promise.all(others.map((other) => other.stop()));
            await under.work.add(4);
            await Promise.all(others.map((other) => other.start()));
            await under.work.add(4);
            await pause(under.random.below(1000));
            await Promise.all(others.map((other) => other.kill()));
            await expectNothingLostOrTwice(under);
          }
        },
      'a rolling restart under load fails no command and no read': async () => {
        const under = await several();
        for (let round = settings.full ? 3 : 1; round > 0; round -= 1) {
          const restart = await restartInTurn(under, settings.full ? 3 : 1);
          report('rolling restart', restart);
          expect(restart.failed).toEqual([]);
          await expectNothingLostOrTwice(under);
        }
      },
    };

    // Each promise takes almost three minutes.
    it.each(shareOf(Object.keys(promises) as (keyof typeof promises)[], 1))('%s', (promise) =>
      promises[promise](),
    );
  },
);
