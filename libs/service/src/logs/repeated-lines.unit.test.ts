import { Writable } from 'node:stream';
import pino from 'pino';
import { ServiceLogger } from './logger';
import { RepeatedLines } from './repeated-lines';

describe('a repeated failure', () => {
  it('is logged once, and a minute later with how often it happened in between', () => {
    let nowMs = 0;
    const lines = new RepeatedLines(() => nowMs);
    const admitted = (line: string): number | null => lines.admit(line);
    expect([admitted('away 1'), admitted('away 2'), admitted('away 3'), admitted('something else')]).toEqual([
      0,
      null,
      null,
      0,
    ]);
    nowMs = 59_999;
    expect(admitted('away 4')).toBeNull();
    nowMs = 60_000;
    expect([admitted('away 5'), admitted('away 6')]).toEqual([3, null]);
  });

  it('does not make the memory of lines grow', () => {
    const lines = new RepeatedLines(() => 0);
    const letters = (n: number): string =>
      String.fromCharCode(
        ...String(n)
          .split('')
          .map((d) => 97 + Number(d)),
      );
    for (let n = 0; n < 1000; n += 1) lines.admit(letters(n));
    expect(lines.admit(letters(999))).toBeNull();
    expect(lines.admit(letters(0))).toBe(0);
  });

  it('fills one line of the log, not thousands; another failure at the same time is logged, too', () => {
    const said: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said.push(chunk.toString());
        done();
      },
    });
    const logger = new ServiceLogger(pino({}, stream));
    for (let turn = 0; turn < 5000; turn += 1) {
      logger.failure('looking for work failed', new Error(`could not extend file base/5/${turn}`));
    }
    logger.failure('looking for work failed', new Error('another'));
    expect(said).toHaveLength(2);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ msg: 'looking for work failed' });
  });
});
