import { NightlyBackups } from './nightly-backups';

const HOUR_MS = 3_600_000;

/** A schedule at 02:30 with a clock that tests set. */
class Nights {
  now = new Date(2026, 10, 10, 18);
  readonly failures: unknown[] = [];
  made = 0;
  fails = false;
  hold: Promise<void> | null = null;
  private readonly backups: NightlyBackups;

  constructor(newest: Date | null = null) {
    this.backups = new NightlyBackups({
      at: { hour: 2, minute: 30 },
      newest: async () => newest,
      make: async () => {
        this.made++;
        await this.hold;
        if (this.fails) throw new Error('the disk is full');
        return this.now;
      },
      onFailure: (error) => this.failures.push(error),
      now: () => this.now,
      lookEveryMs: 60_000,
    });
  }

  start = () => this.backups.start();
  stop = () => this.backups.stop();

  async pass(hours: number): Promise<void> {
    for (let minutes = 0; minutes < hours * 60; minutes += 10) {
      this.now = new Date(this.now.getTime() + HOUR_MS / 6);
      await jest.advanceTimersByTimeAsync(60_000);
    }
  }
}

describe('backups every night', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are made once each', async () => {
    const nights = new Nights();
    await nights.start();
    await nights.pass(24 * 3);
    expect(nights.made).toBe(3);
    await nights.stop();
    await nights.pass(48);
    expect(nights.made).toBe(3);
  });

  it('are made one at a time, and a stop waits for the one that is being made', async () => {
    const nights = new Nights(new Date(2026, 10, 1));
    let end = (): void => undefined;
    nights.hold = new Promise((resolve) => (end = resolve));
    await nights.start();
    await nights.pass(30);
    expect(nights.made).toBe(1);
    let stopped = false;
    const stopping = nights.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(1000);
    expect(stopped).toBe(false);
    end();
    await stopping;
  });

  it('are tried again after an hour while they fail, and each failure is reported', async () => {
    const nights = new Nights();
    nights.fails = true;
    await nights.start();
    await nights.pass(12); // until 06:00
    expect(nights.made).toBe(4);
    expect(nights.failures).toHaveLength(4);
    nights.fails = false;
    await nights.pass(12);
    expect(nights.made).toBe(5);
    await nights.stop();
  });
});
