import { eventually } from './index';

describe('eventually', () => {
  it('returns the value of the first assertion that holds', async () => {
    let tries = 0;
    const value = await eventually(
      () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
        return `after ${tries}`;
      },
      { intervalMs: 1 },
    );
    expect(value).toBe('after 3');
  });

  it('throws the last failure when the time is over', async () => {
    const never = () => Promise.reject(new Error('still wrong'));
    await expect(eventually(never, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('still wrong');
  });
});
