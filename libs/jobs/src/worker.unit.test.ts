import { Clock } from '@tributary/messaging';
import { Worker, WorkerOptions } from './worker';

/** Time that passes when the test says so. */
class ManualClock implements Clock {
  private time = 0;
  private sleepers: { readonly until: number; readonly end: () => void }[] = [];

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((end) => {
      this.sleepers.push({ until: this.time + ms, end });
      signal?.addEventListener('abort', () => end());
    });
  }

  async pass(ms: number): Promise<void> {
    await settled();
    this.time += ms;
    const over = this.sleepers.filter(({ until }) => until <= this.time);
    this.sleepers = this.sleepers.filter(({ until }) => until > this.time);
    for (const { end } of over) end();
    await settled();
  }
}

/** Everything that needs no time has happened. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}

const NET_MS = 30_000;
const clock = { current: new ManualClock() };
let rounds: number[] = [];
let worker: Worker;

function start(options: Partial<WorkerOptions> = {}): void {
  clock.current = new ManualClock();
  rounds = [];
  worker = new Worker(
    {
      name: 'test',
      round: async () => {
        rounds.push(clock.current.now());
        return false;
      },
      idleMs: NET_MS,
      spacingMs: 1000,
      onFailure: (error) => {
        throw error;
      },
      ...options,
    },
    clock.current,
  );
  worker.start();
}

afterEach(() => worker.stop());

describe('an idle worker', () => {
  it('looks for what it was not notified of after half a minute, and not before', async () => {
    start();
    await clock.current.pass(NET_MS - 1);
    expect(rounds).toEqual([0]);
    await clock.current.pass(1);
    expect(rounds).toEqual([0, NET_MS]);
  });

  it('begins work when it is due', async () => {
    start({ dueInMs: async () => (rounds.length === 1 ? 400 : null) });
    await clock.current.pass(399);
    expect(rounds).toEqual([0]);
    await clock.current.pass(1);
    expect(rounds).toEqual([0, 400]);
  });

  it('looks again soon for work that is due and that it could not claim', async () => {
    start({ dueInMs: async () => -5 });
    await clock.current.pass(999);
    expect(rounds).toEqual([0]);
    await clock.current.pass(1);
    expect(rounds).toEqual([0, 1000]);
  });

  it('begins at once when it is woken or notified', async () => {
    start();
    await clock.current.pass(5000);
    worker.notify();
    await clock.current.pass(0);
    worker.wake();
    await clock.current.pass(0);
    expect(rounds).toEqual([0, 5000, 5000]);
  });
});

describe('notifications', () => {
  it('in a row cause one round in the time between two', async () => {
    start();
    await clock.current.pass(5000);
    for (let times = 0; times < 10; times += 1) {
      worker.notify();
      await clock.current.pass(100);
    }
    await clock.current.pass(900);
    expect(rounds).toEqual([0, 5000, 6000]);
  });

  it('that come while the next due time is looked up are not lost', async () => {
    let answer: (inMs: null) => void = () => undefined;
    start({ dueInMs: () => new Promise((resolve) => (answer = resolve)) });
    await clock.current.pass(2000);
    worker.notify();
    answer(null);
    await clock.current.pass(0);
    expect(rounds).toEqual([0, 2000]);
    answer(null);
  });
});
