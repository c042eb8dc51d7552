import { UNKNOWN_HEALTH } from '../account-row';
import { withUncompared } from './uncompared-entries';

const AT = '2026-03-10T12:00:00.000Z';
const HEALTHY = { ...UNKNOWN_HEALTH, status: 'HEALTHY' as const };
const after = (days: number) => Date.parse(AT) + days * 86_400_000;

describe('the health of an account with entries that were not compared', () => {
  const uncompared = { entries: 9_998, at: AT };

  it('is degraded and says how many, for seven days', () => {
    expect(withUncompared(HEALTHY, uncompared, after(6))).toMatchObject({
      status: 'DEGRADED',
      integrator_message: expect.stringContaining('9998 were not compared') as string,
    });
    expect(withUncompared(HEALTHY, uncompared, after(8))).toEqual(HEALTHY);
    expect(withUncompared(HEALTHY, null, after(0))).toEqual(HEALTHY);
  });

  it('keeps what is worse, and what is said already', () => {
    const failing = { ...HEALTHY, status: 'FAILING' as const };
    expect(withUncompared(failing, uncompared, after(0))).toEqual(failing);
    const advised = { ...HEALTHY, status: 'DEGRADED' as const, integrator_message: 'Renew the consent.' };
    expect(withUncompared(advised, uncompared, after(0))).toEqual(advised);
  });
});
