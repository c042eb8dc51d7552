import { InsufficientResources } from './refusals';
import { afterSuddenEnd, warningsAbout } from './machine-resources';

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const freeOf = (disk: number, free: number, limit = 8 * GIB) => ({
  disk,
  memory: { free, limit, isLimited: limit < 8 * GIB },
});

describe('before Tributary starts, it says', () => {
  it('nothing where there is room', () => {
    expect(warningsAbout(freeOf(10 * GIB, 2 * GIB), '/home')).toEqual([]);
    // The container's documented limit, of which its start uses some.
    expect(warningsAbout(freeOf(10 * GIB, 900 * MIB, GIB), '/home')).toEqual([]);
  });

  it('how little memory or disk there is', () => {
    const [disk, memory] = warningsAbout(freeOf(GIB, GIB / 2), '/home');
    expect(disk).toContain('Only 1.0 GB are free on the disk of /home');
    expect(memory).toContain('Only 512 MB of memory are free;');
    const [within] = warningsAbout(freeOf(10 * GIB, GIB / 2, GIB), '/home');
    expect(within).toContain('Only 512 MB of memory are free of the limit of 1.0 GB;');
  });

  it('that it does not start where the system would end it, and what to do', () => {
    const start = (limit: number) => () => warningsAbout(freeOf(10 * GIB, limit / 2, limit), '/home');
    expect(start(256 * MIB)).toThrow(InsufficientResources);
    expect(start(256 * MIB)).toThrow(
      /limit of memory is 256 MB, and Tributary needs 400 MB.*docker run --memory/,
    );
    expect(start(400 * MIB)).not.toThrow();
  });

  it('that it was not stopped, and what its limit is', () => {
    const { memory } = freeOf(10 * GIB, GIB / 2, GIB);
    const unknown = { last: null, evidence: () => 'none' as const };
    expect(afterSuddenEnd(memory, unknown)).toMatch(
      /^Tributary ended last time without being stopped.*the limit is 1\.0 GB/,
    );
  });

  it('that its memory ran out, where that was counted, and what is needed', () => {
    const { memory } = freeOf(10 * GIB, GIB / 4, GIB / 2);
    const counted = { last: null, evidence: () => 'counted' as const };
    expect(afterSuddenEnd(memory, counted)).toMatch(
      /^Tributary was ended for lack of memory \(limit 512 MB; needs 1\.0 GB\): raise the limit \(docker run --memory/,
    );
  });

  it('that it does not start on a full disk, and what to do', () => {
    const start = () => warningsAbout(freeOf(GIB / 8, 2 * GIB), '/home');
    expect(start).toThrow(InsufficientResources);
    expect(start).toThrow('TRIBUTARY_HOME');
  });
});
