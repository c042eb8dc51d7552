import type { Postmaster } from './postmaster';
import { pauseBeforeStart, Supervisor } from './supervisor';

const MINUTE = 60_000;

describe('a server that ended', () => {
  it.each([
    { ends: [0], pauseMs: 0 },
    { ends: [0, 1], pauseMs: 1_000 },
    { ends: [0, 1, 2], pauseMs: 2_000 },
    { ends: [0, 1, 2, 3], pauseMs: 4_000 },
    { ends: [0, 1, 2, 3, 4], pauseMs: null },
  ])('is started again after $pauseMs ms when it ended at the minutes $ends', ({ ends, pauseMs }) => {
    const endedAt = ends.map((minute) => minute * MINUTE);
    expect(pauseBeforeStart(endedAt, endedAt.at(-1) ?? 0)).toBe(pauseMs);
  });

  it('is started at once when its earlier ends are ten minutes old', () => {
    const endedAt = [0, 1, 2, 3, 14].map((minute) => minute * MINUTE);
    expect(pauseBeforeStart(endedAt, 14 * MINUTE)).toBe(0);
  });
});

it('a server that ends because its disk is full is started when there is room, however often it ended', async () => {
  const lines: string[] = [];
  const given: unknown[] = [];
  const supervision = {
    report: (line: string) => lines.push(line),
    giveUp: (error: unknown) => given.push(error),
  };
  const ended = (how: string): Postmaster => ({
    mark: { pid: 1, startMark: '' },
    ended: Promise.resolve(how),
  });
  const alive: Postmaster = { mark: { pid: 2, startMark: '' }, ended: new Promise(() => undefined) };
  let looks = 0;
  let starts = 0;
  const startAgain = () => {
    starts += 1;
    return starts <= 10
      ? Promise.reject(new Error('could not write:\nNo space left on device'))
      : Promise.resolve(alive);
  };
  // Room for every start, that the server itself takes again; at last it stays.
  const hasRoom = () => Promise.resolve((looks += 1) % 2 === 0);
  const supervisor = new Supervisor(ended('exit code 1'), startAgain, supervision, hasRoom);
  while (supervisor.server !== alive) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(given).toEqual([]);
  expect(new Set(lines)).toEqual(
    new Set([
      'The database ended (exit code 1): its disk is full. It is started again when there is room.',
      'The database ended (could not write: No space left on device): its disk is full. It is started again when there is room.',
      'The database runs again.',
    ]),
  );
});
