import { isNearlyFull } from './disk-space';
import { Warnings } from './warnings';

const GIB = 2 ** 30;

describe('a disk is nearly full', () => {
  it.each([
    ['a small one with less than a tenth', { free: 0.05, size: 1 }, true],
    ['a small one with a tenth', { free: 0.1, size: 1 }, false],
    ['a large one with less than 2 GB', { free: 1.9, size: 1000 }, true],
    ['a large one with more', { free: 2, size: 1000 }, false],
  ])('%s', (_case, { free, size }, expected) => {
    expect(isNearlyFull({ free: free * GIB, size: size * GIB })).toBe(expected);
  });

  it('until there is a fifth more than that', () => {
    const disk = (free: number) => ({ free: free * GIB, size: GIB });
    expect([0.11, 0.13].map((free) => isNearlyFull(disk(free), true))).toEqual([true, false]);
  });
});

it('a warning is said when it begins and when it is over, and shown while it lasts', () => {
  const lines: string[] = [];
  const warnings = new Warnings({
    begins: (words) => lines.push(`+ ${words}`),
    isOver: (words) => lines.push(`- ${words}`),
  });
  warnings.clear('disk', 'there is room');
  warnings.warn('disk', '90 MB are free');
  warnings.warn('disk', '80 MB are free');
  expect(warnings.current()).toEqual(['80 MB are free']);
  expect(warnings.has('disk')).toBe(true);
  warnings.clear('disk', 'there is room');
  warnings.clear('disk', 'there is room');
  expect(warnings.current()).toEqual([]);
  expect(lines).toEqual(['+ 90 MB are free', '- there is room']);
});
