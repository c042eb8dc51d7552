import { tooLittleMemory } from './memory';

const limitOf = (mib: number) => ({ free: mib * 2 ** 20, limit: mib * 2 ** 20, isLimited: true });

describe('a service with little memory', () => {
  it('does not start where the system would end it, and says what to raise', () => {
    expect(tooLittleMemory('rule-engine', limitOf(64))).toBe(
      'the limit of memory is 64 MB, and rule-engine needs 96 MB before it has any work: raise mem_limit of Compose, resources.limits.memory of Kubernetes, or MemoryMax of systemd',
    );
    expect(tooLittleMemory('api-gateway', limitOf(127))).toContain('api-gateway needs 128 MB');
  });

  it('starts with what it needs, and where there is no limit', () => {
    expect(tooLittleMemory('rule-engine', limitOf(96))).toBeNull();
    expect(tooLittleMemory('api-gateway', limitOf(128))).toBeNull();
    expect(tooLittleMemory('api-gateway', { ...limitOf(64), isLimited: false })).toBeNull();
  });
});
