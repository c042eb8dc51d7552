import { NoRoom } from './refusals';
import { inWords, warningsAbout } from './room';

const GIB = 2 ** 30;
const room = (disk: number, memory: number) => ({ disk, memory, memoryTotal: 8 * GIB });

describe('before Tributary starts, it says', () => {
  it('nothing where there is room', () => {
    expect(warningsAbout(room(10 * GIB, 2 * GIB), '/home')).toEqual([]);
  });

  it('how little memory or disk there is', () => {
    const [disk, memory] = warningsAbout(room(GIB, GIB / 2), '/home');
    expect(disk).toContain('Only 1.0 GB are free on the disk of /home');
    expect(memory).toContain('Only 512 MB of memory are free');
  });

  it('that it does not start on a full disk, and what to do', () => {
    const start = () => warningsAbout(room(GIB / 8, 2 * GIB), '/home');
    expect(start).toThrow(NoRoom);
    expect(start).toThrow('TRIBUTARY_HOME');
  });
});

it('bytes are said in megabytes and gigabytes', () => {
  expect([0, 5 * 2 ** 20, GIB, 1.25 * GIB].map(inWords)).toEqual(['0 MB', '5 MB', '1.0 GB', '1.3 GB']);
});
