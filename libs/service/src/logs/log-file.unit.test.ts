import { eventually } from '@tributary/testing';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLogFile } from './log-file';
import { createPino } from './logger';

const KB = 1024;

describe('a log in a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-log-'));
    file = path.join(folder, 'logs', 'tributary.log');
  });

  const linesIn = (name: string) =>
    readFileSync(path.join(folder, 'logs', name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { number: number }).number);

  const newest = () =>
    ['tributary.log', 'tributary.log.1']
      .filter((name) => existsSync(path.join(folder, 'logs', name)))
      .flatMap((name) => linesIn(name).slice(-1))[0];

  it('begins again when it is large, keeps the four before, and loses no line in between', async () => {
    const destination = openLogFile(file, 64 * KB);
    // Two services of one process, as at home.
    const logs = ['api-gateway', 'rule-engine'].map((service) => createPino({ service, file: destination }));
    let number = 0;
    const write = async () => {
      for (const log of logs) log.info({ number: (number += 1), text: 'x'.repeat(500) }, 'a line');
      // Or what waits to be written, where disks are slow, would fill more files than are kept.
      await eventually(() => expect(newest()).toBe(number), { intervalMs: 1 });
    };
    const names = () => readdirSync(path.dirname(file)).sort();
    const all = ['tributary.log', 'tributary.log.1', 'tributary.log.2', 'tributary.log.3', 'tributary.log.4'];
    // The file is renamed a moment before the next one is made.
    const areAllThere = () => eventually(() => expect(names()).toEqual(all), { intervalMs: 1 });
    while (!names().includes('tributary.log.4')) await write();
    await areAllThere();
    expect(all.toReversed().flatMap(linesIn)).toEqual(Array.from({ length: number }, (_, at) => at + 1));
    const first = linesIn('tributary.log.4')[0];
    while (linesIn('tributary.log.4')[0] === first) await write();
    await areAllThere();
    for (const name of all) expect(statSync(path.join(path.dirname(file), name)).size).toBeLessThan(96 * KB);
  });

  it('that was left large begins again at the next start', async () => {
    openLogFile(file);
    await eventually(() => expect(statSync(file).size).toBe(0));
    writeFileSync(file, 'x'.repeat(64 * KB));
    const log = createPino({ service: 'rule-engine', file: openLogFile(file, 64 * KB) });
    log.info({ number: 1 }, 'a line');
    await eventually(() => expect(linesIn('tributary.log')).toEqual([1]));
    expect(statSync(`${file}.1`).size).toBe(64 * KB);
  });
});
