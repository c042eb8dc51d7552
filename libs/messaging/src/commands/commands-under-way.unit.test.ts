import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batch, ReceivedMessage } from '../bus-engine';
import { Clock } from '../clock';
import { CommandsUnderWay } from './commands-under-way';

/** As both engines deliver: the oldest that are not resolved, and no more of them at once. */
const DELIVERED_MAX = 250;

class Lane {
  readonly waiting: ReceivedMessage[] = [];
  private next = 0;

  add(key: string, value = '{}'): void {
    this.waiting.push({ topic: 'c', key, value, headers: {}, partition: 0, offset: String(this.next++) });
  }

  batch(isStale = () => false): Batch {
    return {
      topic: 'c',
      partition: 0,
      messages: this.waiting.slice(0, DELIVERED_MAX),
      resolve: (message) => this.waiting.splice(0, this.waiting.indexOf(message) + 1),
      isStale,
    };
  }
}

/** Each look at a batch takes a tenth of a second of it. */
function steppingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: async () => {
      now += 100;
      await nextTurn();
    },
  };
}

function slowAndQuick() {
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve));
  const run: string[] = [];
  const commands = new CommandsUnderWay(async ({ key }) => {
    if (key === 'slow') await slow;
    run.push(key);
  }, steppingClock());
  return { commands, run, end };
}

describe('a slow command', () => {
  it('delays no other, however many come behind it', async () => {
    const { commands, run, end } = slowAndQuick();
    const lane = new Lane();
    lane.add('slow');
    for (let at = 0; at < 3 * DELIVERED_MAX; at += 1) lane.add(`quick ${at}`);
    for (let turn = 0; turn < 20; turn += 1) await commands.process(lane.batch());
    expect(run).toHaveLength(3 * DELIVERED_MAX);
    expect(lane.waiting).toHaveLength(0);
    end();
    await commands.ended();
    expect(run.at(-1)).toBe('slow');
  });

  it('delays no other behind a few that are large', async () => {
    const { commands, run, end } = slowAndQuick();
    const lane = new Lane();
    lane.add('slow');
    for (let at = 0; at < 3; at += 1) lane.add(`large ${at}`, 'x'.repeat(400 * 1024));
    for (let turn = 0; turn < 20; turn += 1) await commands.process(lane.batch());
    expect(run).toHaveLength(3);
    expect(lane.waiting).toHaveLength(0);
    end();
    await commands.ended();
  });

  it('stays with the bus while few come behind it, so that a crash repeats it', async () => {
    const { commands, end } = slowAndQuick();
    const lane = new Lane();
    lane.add('slow');
    for (let at = 0; at < 9; at += 1) lane.add(`quick ${at}`);
    for (let turn = 0; turn < 20; turn += 1) await commands.process(lane.batch());
    expect(lane.waiting).toHaveLength(10);
    end();
    await commands.process(lane.batch());
    expect(lane.waiting).toHaveLength(0);
  });

  it('keeps the order of its key also after it let others pass', async () => {
    const { commands, run, end } = slowAndQuick();
    const lane = new Lane();
    lane.add('slow');
    for (let at = 0; at < DELIVERED_MAX; at += 1) lane.add(`quick ${at}`);
    for (let turn = 0; turn < 20; turn += 1) await commands.process(lane.batch());
    lane.add('slow');
    await commands.process(lane.batch());
    expect(run).not.toContain('slow');
    end();
    await commands.ended();
    await commands.process(lane.batch());
    expect(run.filter((key) => key === 'slow')).toHaveLength(2);
  });

  it('is waited for when its partition moves, also where it let others pass', async () => {
    const { commands, run, end } = slowAndQuick();
    const lane = new Lane();
    lane.add('slow');
    for (let at = 0; at < DELIVERED_MAX; at += 1) lane.add(`quick ${at}`);
    for (let turn = 0; turn < 20; turn += 1) await commands.process(lane.batch());
    lane.add('last');
    let hasLeft = false;
    const left = commands.process(lane.batch(() => true)).then(() => (hasLeft = true));
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(hasLeft).toBe(false);
    end();
    await left;
    expect(run).toContain('slow');
  });
});
