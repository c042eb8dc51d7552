import { FairShares, TooManyWaitingError } from './fair-shares';

const GREEDY = 1;
const OTHER = 2;

function slots() {
  return new FairShares({ total: 3, perUser: 2, waitingPerUser: 100 });
}

async function begun(shares: FairShares, user: number, order: string[], name: string): Promise<() => void> {
  const leave = await shares.enter(user);
  order.push(name);
  return leave;
}

describe('shares of users', () => {
  it('leave connections beside a user who uses all they may', async () => {
    const shares = slots();
    await Promise.all([shares.enter(GREEDY), shares.enter(GREEDY)]);
    const third = shares.enter(GREEDY);
    await expect(shares.enter(OTHER)).resolves.toBeInstanceOf(Function);
    await expect(Promise.race([third, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('let waiting users take turns: one waits for one of another’s, not for all', async () => {
    const shares = new FairShares({ total: 1, perUser: 1, waitingPerUser: 100 });
    const order: string[] = [];
    const leave = await begun(shares, GREEDY, order, 'greedy');
    const waiting = [
      ...Array.from({ length: 5 }, () => begun(shares, GREEDY, order, 'greedy')),
      begun(shares, OTHER, order, 'other'),
    ];
    leave();
    for (const one of waiting.map((begins) => begins.then((end) => end()))) await one;
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('refuse requests that would wait behind too many of the same user, and no other user’s', async () => {
    const shares = new FairShares({ total: 1, perUser: 1, waitingPerUser: 2 });
    await shares.enter(GREEDY);
    void shares.enter(GREEDY);
    void shares.enter(GREEDY);
    await expect(shares.enter(GREEDY)).rejects.toThrow(TooManyWaitingError);
    await expect(Promise.race([shares.enter(OTHER), Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('are released by aborted requests that never had a slot', async () => {
    const shares = new FairShares({ total: 1, perUser: 1, waitingPerUser: 2 });
    const leave = await shares.enter(GREEDY);
    const gone = new AbortController();
    const given = shares.enter(GREEDY, gone.signal);
    const next = shares.enter(GREEDY);
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
