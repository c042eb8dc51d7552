import type { FaultPoint } from '@tributary/messaging';
import { describeKafka, SeededRandom } from '@tributary/testing';
import { DispatcherUnderFault, HookLedger } from './dispatcher-under-fault';
import { readFaultSettings } from './fault-settings';
import { pause } from './pause';

const settings = readFaultSettings();
const random = new SeededRandom(settings.seed);
const KILLS = settings.full ? 20 : 2;
const EVENTS = settings.full ? 10_000 : 600;
const ACCOUNTS = 40;
const AT_ONCE = 50;
const POINTS: readonly [FaultPoint, ...FaultPoint[]] = [
  'delivery.posted',
  'delivery.claimed',
  'transaction.committed',
  'outbox.published',
];
/** The time limit from the last kill until all deliveries have arrived. */
const DRAINED_WITHIN_MS = settings.full ? 600_000 : 120_000;

jest.setTimeout(settings.full ? 1_800_000 : 240_000);

let dispatcher: DispatcherUnderFault;
let isOver = false;

/** Publishes all events, evenly over the time in which the dispatcher is killed. */
async function publishAll(): Promise<void> {
  for (let first = 0; first < EVENTS; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, EVENTS - first);
    await dispatcher.publish(
      Array.from({ length: count }, (_, index) => {
        const nth = first + index;
        return { accountId: 1 + (nth % ACCOUNTS), transactionId: 1 + nth, version: 1 };
      }),
    );
    await pause(settings.full ? 250 : 100);
  }
}

/** Kills the dispatcher repeatedly, at random moments or at its fault points. */
async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { process } = dispatcher;
    if (process.isRunning) {
      await pause(random.below(1500));
      await process.kill();
    }
    await process.start({ point: random.pick(POINTS), nth: 1 + random.below(40) });
    await Promise.race([process.whenDead(), pause(3000)]);
  }
  if (dispatcher.process.isRunning) await dispatcher.process.kill();
  await dispatcher.process.start();
}

/** Takes an endpoint down for a while and back; failed deliveries are retried as soon as it is back. */
async function comeAndGo(name: string): Promise<void> {
  while (!isOver) {
    await dispatcher.behave(name, { kind: 'status', status: 503 });
    await pause(500 + random.below(500));
    await dispatcher.behave(name, { kind: 'ok' });
    await dispatcher.skipBackoff();
    await pause(1000 + random.below(1000));
  }
}

async function untilAllDelivered(endpointIds: readonly number[]): Promise<void> {
  for (const until = Date.now() + DRAINED_WITHIN_MS; Date.now() < until;) {
    const states = await Promise.all(endpointIds.map((id) => dispatcher.states(id)));
    if (states.every(({ DELIVERED = 0 }) => DELIVERED === EVENTS)) return;
    await pause(200);
  }
}

/** Returns the deliveries beyond the first: those that were posted but not saved before a kill. */
const repeats = ({ summary }: HookLedger): number => summary.deliveries - summary.unique_ids;

describeKafka(
  `the dispatcher, killed ${KILLS} times among ${EVENTS} events (FAULT_SEED=${settings.seed})`,
  () => {
    beforeAll(async () => {
      dispatcher = await DispatcherUnderFault.start(settings);
    }, 120_000);
    afterAll(() => dispatcher.stop());

    test('delivers every event once under one id, in order per account, also to an endpoint that comes and goes', async () => {
      const steady = await dispatcher.hook('steady');
      const flapping = await dispatcher.hook('flapping');
      const flaps = comeAndGo('flapping');
      await Promise.all([publishAll(), killAgainAndAgain()]);
      const killedAtMs = Date.now();
      await untilAllDelivered([steady, flapping]);
      const drainedS = (Date.now() - killedAtMs) / 1000;
      isOver = true;
      await flaps;

      const everyone = { DELIVERED: EVENTS };
      expect({
        steady: await dispatcher.states(steady),
        flapping: await dispatcher.states(flapping),
      }).toEqual({
        steady: everyone,
        flapping: everyone,
      });
      const ledgers = {
        steady: await dispatcher.ledger('steady'),
        flapping: await dispatcher.ledger('flapping'),
      };
      for (const [name, id] of [
        ['steady', steady],
        ['flapping', flapping],
      ] as const) {
        const { summary, deliveries } = ledgers[name];
        expect({ name, ...summary }).toMatchObject({
          unique_ids: EVENTS,
          accepted_ids: EVENTS,
          bad_signatures: 0,
        });
        const known = Object.values(await dispatcher.laidDown(id)).flat();
        expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set(known));
      }
      expect(ledgers.steady.order_by_account).toEqual(await dispatcher.laidDown(steady));
      report({ seed: settings.seed, kills: KILLS, events: EVENTS, drainedS, ledgers });
    });
  },
);

/** Prints the figures of a full run. */
function report(of: {
  seed: number;
  kills: number;
  events: number;
  drainedS: number;
  ledgers: { steady: HookLedger; flapping: HookLedger };
}): void {
  const { ledgers, ...figures } = of;
  const text = JSON.stringify({
    ...figures,
    repeatsAtSteady: repeats(ledgers.steady),
    arrivalsAtFlapping: ledgers.flapping.summary.deliveries,
  });
  if (settings.full) process.stdout.write(`${text}\n`);
}
