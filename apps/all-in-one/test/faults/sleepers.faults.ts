import { ServiceName, SERVICES } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

const REQUEST_ON_ITS_WAY_MS = 100;
/** How long the paused processes have to finish their work. */
const WAKING_MS = 2000;
const MOMENT_MS_MAX = 2000;

/** SQL that shows whether a service works under a lease. */
const UNDER_WAY = {
  'ingestion-sync': `select count(*) from ingestion_sync.financial_accounts where lease_until > clock_timestamp()`,
  'transfer-engine': 'select count(*) from transfer_engine.dispatch_claims',
  'webhook-dispatcher': `select count(*) from webhook_dispatcher.sending_states s where lease_until > clock_timestamp()
        and exists (select from webhook_dispatcher.deliveries where status = 'PENDING')`,
} as const;

type LeaseHolder = keyof typeof UNDER_WAY;

/**
 * Fault 12: a holder of a lease, a partition or a lock pauses for longer than it is valid, another process takes over,
 * and the first one wakes.
 */
export function sleepers(rounds: FaultRounds): void {
  // Services that are paused together: a paused service leaves those after it in the pipeline without work.
  const together: readonly (readonly LeaseHolder[])[] = [
    ['ingestion-sync'],
    ['transfer-engine', 'webhook-dispatcher'],
  ];
  it.each(together.map((names) => ({ names })))(
    'a lease holder of $names that pauses past its lease and wakes after its successor started repeats no effect',
    async ({ names }) => {
      for (let round = rounds.count(1, 5); round > 0; round -= 1) {
        await rounds.play(`SIGSTOP of ${names.join(' and ')} past their leases`, async () => {
          const { under } = rounds;
          await slowOutside(under, names);
          await under.work.add(2);
          await Promise.all(names.map((name) => fallAsleep(under, name)));
          await under.control.behave();
          await succeedAndWake(under, names);
        });
      }
    },
  );

  if (!rounds.settings.full) return;
  it.each(SERVICES)(
    '%s that pauses at any moment blocks no other service and repeats no effect',
    async (name) => {
      for (let round = 5; round > 0; round -= 1) {
        await rounds.play(`SIGSTOP of ${name} at any moment`, async () => {
          const { under } = rounds;
          await under.work.add(2);
          await pause(under.random.below(MOMENT_MS_MAX));
          under.service(name).pause();
          await succeedAndWake(under, [name]);
        });
      }
    },
  );
}

/** Waits until others have taken over the work, then wakes the paused processes, which finish what they were doing. */
async function succeedAndWake(under: SystemUnderFault, names: readonly ServiceName[]): Promise<void> {
  const successors = names.map((name) => under.another(name));
  await Promise.all(successors.map((successor) => successor.start()));
  // The gateway's own port is paused with it, so REST is checked after it wakes.
  const { left } = await under.settle();
  expect(left).toEqual([]);
  if (!names.includes('api-gateway')) expect((await under.audit()).findings).toEqual([]);
  for (const name of names) under.service(name).resume();
  await pause(WAKING_MS);
  await under.settle();
  expect(under.notRunning()).toEqual([]);
  await Promise.all(successors.map((successor) => successor.stop()));
}

/** Pauses the process while it waits for a response from outside. */
async function fallAsleep(under: SystemUnderFault, name: LeaseHolder): Promise<void> {
  await eventually(
    async () => {
      expect(await under.postgres.count(UNDER_WAY[name])).toBeGreaterThan(0);
    },
    { timeoutMs: 30_000, intervalMs: 10 },
  );
  await pause(REQUEST_ON_ITS_WAY_MS);
  under.service(name).pause();
}

/** Makes requests slow enough to pause the processes during one. */
async function slowOutside({ control }: SystemUnderFault, names: readonly LeaseHolder[]): Promise<void> {
  const slow = { kind: 'slow', times: null };
  if (names.includes('ingestion-sync'))
    return control.misbehave({ ...slow, target: 'provider-a', path: '/transactions/', delay_ms: 2500 });
  await control.misbehave({ ...slow, target: 'budgeta', path: 'POST .*/transactions', delay_ms: 2500 });
  await control.misbehave({ ...slow, target: 'receiver', delay_ms: 1500 });
}
