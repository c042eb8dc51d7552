import { dataOf } from '@tributary/client';
import type { ServiceName } from '@tributary/contracts';
import { describeKafka, eventually, shareOf, workspaceRoot } from '@tributary/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFaultSettings } from './fault-settings';
import { SystemUnderFault } from './system-under-fault';

/** The leases have their production values, so that the measured time is the operator's. */
const settings = { ...readFaultSettings(), overrides: {} };
const RESUMED_WITHIN_S = 15;
/** A renewal is recognized by this time: the lease of a long call ends so much later than at first. */
const RENEWED_BY_MS = 3000;
jest.setTimeout(600_000);

interface Lease {
  readonly key: number;
  readonly fence: number;
  readonly untilMs: number;
}

/** A kind of work under a lease, with its table, and a way to make it take long. */
interface LeasedWork {
  readonly service: ServiceName;
  readonly table: string;
  readonly key: string;
  /** Resolves when the work waits for a response from outside. */
  readonly begin: (under: SystemUnderFault) => Promise<void>;
}

/** Delays a request: the sandbox responds when its fault ends, and to the next request immediately. */
function delayedRequest(
  target: 'provider-a' | 'budgeta' | 'receiver',
  requests: string,
): LeasedWork['begin'] {
  return async (under) => {
    await under.control.misbehave({ target, kind: 'held', path: requests });
    await under.work.add(2);
    await eventually(async () => expect(await under.control.faultsMet()).toBe(1), { timeoutMs: 30_000 });
  };
}

const RULE_JOBS = { table: 'rule_engine.jobs', key: 'id' };

const WORK: Readonly<Record<string, LeasedWork>> = {
  'a sync during a call to the bank': {
    service: 'ingestion-sync',
    table: 'ingestion_sync.financial_accounts',
    key: 'id',
    begin: delayedRequest('provider-a', '/transactions/'),
  },
  'transfers during a request to the budget': {
    service: 'transfer-engine',
    table: 'transfer_engine.dispatch_leases',
    key: 'unit_id',
    begin: delayedRequest('budgeta', 'POST .*/transactions'),
  },
  'webhooks during a delivery': {
    service: 'webhook-dispatcher',
    table: 'webhook_dispatcher.sending_states',
    key: 'endpoint_id',
    begin: delayedRequest('receiver', '/hooks/'),
  },
};

/** Each kind waits until a lease expires. */
const PLAYED = shareOf(Object.keys(WORK), 1);

type LeaseTable = Pick<LeasedWork, 'table' | 'key'>;

async function leases(under: SystemUnderFault, { table, key }: LeaseTable, which: string): Promise<Lease[]> {
  const rows = await under.postgres.rows<{ key: string; fence: string; until: Date | null }>(
    `select ${key} as key, fence, lease_until as until from ${table} where ${which}`,
  );
  return rows.map(({ key: id, fence, until }) => ({
    key: Number(id),
    fence: Number(fence),
    untilMs: until?.getTime() ?? 0,
  }));
}

/** Returns the lease that remains when all others have ended. */
function onlyLease(under: SystemUnderFault, work: LeasedWork): Promise<Lease> {
  return eventually(
    async () => {
      const held = await leases(under, work, 'lease_until > clock_timestamp()');
      expect(held).toHaveLength(1);
      return held[0] as Lease;
    },
    { timeoutMs: 30_000, intervalMs: 20 },
  );
}

async function leaseOf(under: SystemUnderFault, work: LeaseTable, { key }: Lease): Promise<Lease> {
  const [lease] = await leases(under, work, `${work.key} = ${key}`);
  if (!lease) throw new Error('the leased row is gone');
  return lease;
}

/** Returns the seconds until another process has the lease. */
async function takenOver(under: SystemUnderFault, work: LeaseTable, held: Lease): Promise<number> {
  const began = performance.now();
  await eventually(async () => expect((await leaseOf(under, work, held)).fence).toBeGreaterThan(held.fence), {
    timeoutMs: 60_000,
    intervalMs: 50,
  });
  return (performance.now() - began) / 1000;
}

/** Applies the demo's rule to the history: one job for all accounts, in many steps. */
async function applyTheRule(under: SystemUnderFault): Promise<void> {
  const [rule] = (await dataOf(under.rest.GET('/rules'))).data;
  if (!rule) throw new Error('the demo has a rule');
  const params = { path: { ruleId: rule.id } };
  await dataOf(under.rest.POST('/rules/{ruleId}/apply', { params, body: {} }));
}

/**
 * Kills the rule engine during a job.
 * @returns the job's lease
 */
async function killedInJob(under: SystemUnderFault): Promise<Lease> {
  const service = under.service('rule-engine');
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const applying = applyTheRule(under).catch(() => undefined); // the reply may be lost with the service
    const underWay = 'finished_at is null and lease_until > clock_timestamp()';
    await eventually(async () => expect(await leases(under, RULE_JOBS, underWay)).not.toEqual([]), {
      timeoutMs: 30_000,
      intervalMs: 1,
    });
    await service.kill();
    await applying;
    const [held] = await leases(under, RULE_JOBS, underWay);
    if (held) return held;
    await service.start(); // the job has just ended
  }
  throw new Error('no job was under way');
}

async function expectNothingLostOrTwice(under: SystemUnderFault): Promise<void> {
  const { left } = await under.settle();
  const { findings } = await under.audit();
  expect({ left, findings }).toEqual({ left: [], findings: [] });
}

describeKafka('the work of a process that crashed', () => {
  let under: SystemUnderFault;
  const seconds: Record<string, number> = {};

  beforeAll(async () => {
    under = await SystemUnderFault.start(settings);
  });
  afterEach(() => under.mend());
  afterAll(async () => {
    await under.stop();
    const directory = path.join(workspaceRoot(), '.data', 'faults');
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, 'crashed-work.json'), `${JSON.stringify(seconds, null, 2)}\n`);
  });

  const expectResumed = async (name: string, table: LeaseTable, held: Lease): Promise<void> => {
    seconds[name] = await takenOver(under, table, held);
    expect(seconds[name]).toBeLessThan(RESUMED_WITHIN_S);
  };

  it.each(PLAYED)(
    `%s goes on within ${RESUMED_WITHIN_S} s of the kill, and with no other process before`,
    async (name) => {
      const work = WORK[name] as LeasedWork;
      const successor = under.another(work.service);
      await work.begin(under);
      const held = await onlyLease(under, work);
      await successor.start();
      await eventually(
        async () => {
          const now = await leaseOf(under, work, held);
          expect(now.untilMs - held.untilMs).toBeGreaterThan(RENEWED_BY_MS);
          expect(now.fence).toBe(held.fence);
        },
        { timeoutMs: 30_000 },
      );
      await under.service(work.service).kill();
      await expectResumed(name, work, held);
      await under.control.behave();
      await expectNothingLostOrTwice(under);
    },
  );

  it(`a rule’s application to the history goes on within ${RESUMED_WITHIN_S} s of the kill`, async () => {
    const held = await killedInJob(under);
    const successor = under.another('rule-engine');
    await Promise.all([successor.start(), expectResumed('an application of a rule', RULE_JOBS, held)]);
    await eventually(async () => expect(await leases(under, RULE_JOBS, 'finished_at is null')).toEqual([]), {
      timeoutMs: 60_000,
    });
    await expectNothingLostOrTwice(under);
  });

  it.each(PLAYED)(
    '%s of a process that is stopped past its lease goes on in another, and the first one changes nothing when it wakes',
    async (name) => {
      const work = WORK[name] as LeasedWork;
      const successor = under.another(work.service);
      await work.begin(under);
      const held = await onlyLease(under, work);
      under.service(work.service).pause();
      await successor.start();
      await takenOver(under, work, held);
      await under.control.behave();
      await expectNothingLostOrTwice(under);
      under.service(work.service).resume();
      await under.work.add(1); // the first instance processes a part of them when it wakes
      await expectNothingLostOrTwice(under);
      expect(under.notRunning()).toEqual([]);
      await successor.stop();
    },
  );
});
