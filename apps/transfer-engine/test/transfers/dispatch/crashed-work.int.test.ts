import {
  BalanceSnapshottedV1,
  CheckTransferLink,
  DriftCheckUpsertedV1,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { eventually, shareOf, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TestUser } from '../../test-user.fixture';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

const SCRIPT = path.join(workspaceRoot(), 'dist-test/apps/transfer-engine/test/killed-process.js');
/** As in production. */
const LEASE_MS = 12_000;
const REQUEST_MS = 60_000;
const RESUMED_WITHIN_S = 15;
/** A renewal shows: the lease of a request that lasts ends so much later than it did at first. */
const RENEWED_BY_MS = 3000;
jest.setTimeout(180_000);

let service: TransferEngineFixture;
let user: TestUser;
let linkId: number;
let first: ChildProcess | null = null;

/** What a process does at a unit: how it is requested, the request that it then waits in, and how it ends well. */
interface UnitWork {
  readonly syncMode: 'TRANSACTIONS' | 'BALANCE';
  readonly request: () => Promise<void>;
  readonly path: string;
  readonly ends: () => Promise<void>;
}

const rows = async (prefix = '') =>
  (await user.ledger()).filter((row) => !row.deleted && row.import_id?.startsWith(prefix));

const WORK: Readonly<Record<string, UnitWork>> = {
  'sending transfers': {
    syncMode: 'TRANSACTIONS',
    request: () => user.shape([1, 2, 3].map((id) => shaped(id, [linkId]))),
    path: 'POST',
    ends: async () => {
      expect(await rows()).toHaveLength(3);
      expect((await user.states()).map(({ state }) => state)).toEqual(Array(3).fill('TRANSFERRED'));
    },
  },
  'writing a balance': {
    syncMode: 'BALANCE',
    request: () =>
      service.publish(BalanceSnapshottedV1, user.accountId, {
        ...BalanceSnapshottedV1.sample,
        financialAccountId: user.accountId,
        userId: user.id,
        version: 1,
        cleared: '42.00',
      }),
    path: 'POST',
    ends: async () => {
      expect(user.of(TransferLinkUpsertedV1).at(-1)?.document.balance).toMatchObject({ state: 'WRITTEN' });
      expect(await rows('tbl:')).toHaveLength(1);
    },
  },
  'a check for drift': {
    syncMode: 'TRANSACTIONS',
    request: async () => void (await user.send(CheckTransferLink, { transferLinkId: linkId })),
    path: 'GET',
    ends: async () => {
      expect(user.of(DriftCheckUpsertedV1).at(-1)?.document).toMatchObject({ status: 'COMPLETED' });
    },
  },
};

beforeAll(async () => {
  service = await TransferEngineFixture.start({
    configure: (config) => {
      const BUDGETA = { ...config.destinations.BUDGETA, requestTimeoutMs: REQUEST_MS };
      const requestMs = { ...config.dispatch.requestMs, BUDGETA: REQUEST_MS };
      const dispatch = { ...config.dispatch, leaseMs: LEASE_MS, requestMs };
      return Promise.resolve({ ...config, dispatch, destinations: { ...config.destinations, BUDGETA } });
    },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(async () => {
  await user.endFaults();
  first?.kill('SIGKILL');
  first = null;
});

async function lease(): Promise<{ readonly fence: number; readonly until_ms: number }> {
  const [row] = await user.database.query<{ fence: number; until_ms: number }>(
    `select fence, coalesce(extract(epoch from lease_until) * 1000, 0)::float8 as until_ms from dispatch_leases
      where unit_id in (select id from destination_units where user_id = $1)`,
    [user.id],
  );
  if (!row) throw new Error('the unit has no lease yet');
  return row;
}

interface UnderWay {
  readonly work: UnitWork;
  readonly fence: number;
  readonly process: ChildProcess;
}

/** The work is under way in a process of its own, which waits for the destination; another process runs beside it. */
async function underWay(name: string): Promise<UnderWay> {
  const work = WORK[name] as UnitWork;
  ({
    link: { id: linkId },
  } = await user.linked({ sync_mode: work.syncMode }));
  await user.holdSending();
  await work.request();
  await service.stopInstances();
  await user.fault({ kind: 'held', path: work.path });
  await user.letSend();
  const child = fork(SCRIPT, [], { env: { PATH: process.env.PATH }, stdio: 'ignore' });
  first = child;
  child.send(service.config);
  await eventually(async () => expect(await user.faultsMet()).toBe(1), { timeoutMs: 30_000 });
  const begun = await lease();
  await service.startAnother();
  // It is renewed while the request lasts, so nobody else has it.
  await eventually(
    async () => {
      const now = await lease();
      expect(now.until_ms - begun.until_ms).toBeGreaterThan(RENEWED_BY_MS);
      expect(now.fence).toBe(begun.fence);
    },
    { timeoutMs: 30_000 },
  );
  return { work, fence: begun.fence, process: child };
}

/** @returns the seconds until another process has the unit */
async function takenOver(fence: number): Promise<number> {
  const began = performance.now();
  await eventually(async () => expect((await lease()).fence).toBeGreaterThan(fence), { timeoutMs: 60_000 });
  return (performance.now() - began) / 1000;
}

/** Each waits for two leases to end. */
const PLAYED = shareOf(Object.keys(WORK), 1);

describe.each(PLAYED)('%s', (name) => {
  it(`of a killed process goes on within ${RESUMED_WITHIN_S} s, once`, async () => {
    const { work, fence, process: killed } = await underWay(name);
    killed.kill('SIGKILL');
    expect(await takenOver(fence)).toBeLessThan(RESUMED_WITHIN_S);
    await user.endFaults(); // what the dead process asked for is done now
    await eventually(work.ends, { timeoutMs: 60_000 });
    await user.idle();
    await work.ends();
  });

  it('of a process that is stopped past its lease goes on in another, and the first changes nothing when it wakes', async () => {
    const { work, fence, process: stopped } = await underWay(name);
    stopped.kill('SIGSTOP');
    await takenOver(fence);
    await user.endFaults();
    await eventually(work.ends, { timeoutMs: 60_000 });
    await user.idle();
    const after = await lease();
    stopped.kill('SIGCONT');
    const ended = once(stopped, 'exit');
    stopped.send('stop'); // it ends what it does first
    await ended;
    await user.idle();
    await work.ends();
    expect(await lease()).toEqual(after);
  });
});
