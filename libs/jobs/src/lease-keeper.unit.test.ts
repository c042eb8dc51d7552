import { HeldLease, momentNow } from './held-lease';
import { LeaseKeeper } from './lease-keeper';
import { Renewal } from './leases.store';

const LEASE_MS = 12_000;

/** The leases of each statement, and how the database answers the next ones. */
let asked: number[][];
let answer: (leases: readonly HeldLease[]) => Promise<Renewal[]>;
let failures: unknown[];
let keeper: LeaseKeeper;
const kept: HeldLease[] = [];

const renewal = ({ id, fence }: HeldLease, renewed: boolean): Renewal => ({ key: id, fence, renewed });
const renewedAll = async (leases: readonly HeldLease[]) => leases.map((lease) => renewal(lease, true));

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  failures = [];
  answer = renewedAll;
  keeper = new LeaseKeeper({
    leaseMs: LEASE_MS,
    renew: (leases) => {
      asked.push(leases.map(({ id }) => id));
      return answer(leases);
    },
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => {
  for (const lease of kept.splice(0)) keeper.end(lease);
  jest.useRealTimers();
});

function held(id: number, onLost?: () => void): HeldLease {
  const lease = new HeldLease(id, 1, LEASE_MS, momentNow());
  keeper.keep(lease, onLost);
  kept.push(lease);
  return lease;
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('work that is over within a third of its lease costs no statement', async () => {
  const lease = held(1);
  await pass(LEASE_MS / 3 - 1);
  keeper.end(lease);
  await pass(10 * LEASE_MS);
  expect(asked).toEqual([]);
});

it('leases are renewed for as long as their work lasts, all that are due in one statement', async () => {
  const leases = [1, 2, 3].map((id) => held(id));
  await pass(5 * LEASE_MS);
  expect(leases.map((lease) => lease.isFresh())).toEqual([true, true, true]);
  expect(asked.length).toBeGreaterThanOrEqual(12);
  expect(asked.length).toBeLessThanOrEqual(15);
  expect(new Set(asked.map((ids) => ids.join()))).toEqual(new Set(['1,2,3']));
});

it('without the database no work begins after half a lease, and a failure is reported each time', async () => {
  answer = () => Promise.reject(new Error('away'));
  const lease = held(1);
  await pass(LEASE_MS / 2 - 1);
  expect([lease.isFresh(), failures.length > 0]).toEqual([true, true]);
  await pass(1);
  expect([lease.isFresh(), lease.holds()]).toEqual([false, true]);
  await pass(LEASE_MS / 2);
  expect(lease.holds()).toBe(false);
  answer = renewedAll; // it is back, and nobody else had the lease
  await pass(LEASE_MS / 12);
  expect([lease.isFresh(), lease.holds()]).toEqual([true, true]);
});

it('a process that was stopped past its lease knows so before anything else, however its monotonic clock went', () => {
  const [slept, suspended] = [held(1), held(2)];
  jest.setSystemTime(Date.now() + LEASE_MS); // only the wall clock: the machine slept
  expect([slept, suspended].map((lease) => lease.isFresh() || lease.holds())).toEqual([false, false]);
});

it('a clock that is set back makes no lease younger', async () => {
  const lease = held(1);
  answer = () => new Promise(() => undefined);
  await pass(LEASE_MS / 2);
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(lease.isFresh()).toBe(false);
});

it('a lease that another process has is lost for good, and its work is notified; one whose row was locked is kept', async () => {
  const lost: number[] = [];
  const [gone, locked] = [held(1, () => lost.push(1)), held(2, () => lost.push(2))];
  answer = async ([first]) => (first === gone ? [renewal(gone, false)] : []);
  await pass(LEASE_MS / 2 - 1);
  expect([lost, gone.holds(), locked.holds()]).toEqual([[1], false, true]);
  answer = renewedAll;
  await pass(LEASE_MS);
  expect([gone.holds(), locked.isFresh()]).toEqual([false, true]);
});

it('one statement at a time: a database that does not answer gets no further ones', async () => {
  answer = () => new Promise(() => undefined);
  held(1);
  await pass(3 * LEASE_MS);
  expect(asked).toHaveLength(1);
});

it('what is due is renewed before a claim, so that a process does not claim what it works on', async () => {
  const lease = held(1);
  jest.setSystemTime(Date.now() + 2 * LEASE_MS);
  await keeper.renewDue();
  expect([asked, lease.isFresh()]).toEqual([[[1]], true]);
});

it('work is done under its lease, which is renewed until it ends, also if it fails', async () => {
  const lease = new HeldLease(1, 1, LEASE_MS, momentNow());
  const work = jest.fn(
    () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('failed')), LEASE_MS)),
  );
  const ended = expect(keeper.during(lease, work)).rejects.toThrow('failed');
  await pass(LEASE_MS);
  await ended;
  const { length } = asked;
  expect(length).toBeGreaterThanOrEqual(2);
  await pass(LEASE_MS);
  expect(asked).toHaveLength(length);
});
