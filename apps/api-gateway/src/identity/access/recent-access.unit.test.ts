import { Access } from './access';
import { RecentAccess } from './recent-access';

const access = new Access(1, 2, 'PRO', 'PERSONAL', null, null);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the cached access of a token', () => {
  it('is used for a moment, and then looked up again', async () => {
    const recent = new RecentAccess();
    await recent.remember('a', async () => ({ access, expiresInMs: 60_000 }));
    expect(recent.get('a')).toBe(access);
    await pause(600);
    expect(recent.get('a')).toBeUndefined();
  });

  it('is not used past the end of the token', async () => {
    const recent = new RecentAccess();
    await recent.remember('a', async () => ({ access, expiresInMs: 20 }));
    await pause(40);
    expect(recent.get('a')).toBeUndefined();
  });

  it('is dropped at any revocation, also one during the look-up', async () => {
    const recent = new RecentAccess();
    await recent.remember('a', async () => ({ access, expiresInMs: 60_000 }));
    recent.forget();
    expect(recent.get('a')).toBeUndefined();
    await recent.remember('a', async () => {
      recent.forget();
      return { access, expiresInMs: 60_000 };
    });
    expect(recent.get('a')).toBeUndefined();
  });

  it('is not stored for an unknown token', async () => {
    const recent = new RecentAccess();
    expect(await recent.remember('a', async () => null)).toBeNull();
    expect(recent.get('a')).toBeUndefined();
  });
});
