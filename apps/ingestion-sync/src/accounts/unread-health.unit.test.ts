import { UNKNOWN_HEALTH } from './account-row';
import { UNREAD_ROWS_MAX, withUnread } from './unread-health';

const HEALTHY = { ...UNKNOWN_HEALTH, status: 'HEALTHY' as const };

describe('the health of an account', () => {
  it('says how many rows could not be read', () => {
    expect(withUnread(HEALTHY, 0)).toBe(HEALTHY);
    expect(withUnread(HEALTHY, 1)).toMatchObject({
      status: 'DEGRADED',
      integrator_message: expect.stringMatching(/^One row .* It is set aside/) as string,
    });
    expect(withUnread(HEALTHY, 7).integrator_message).toMatch(/^7 rows .* They are set aside/);
    expect(withUnread(HEALTHY, UNREAD_ROWS_MAX).integrator_message).toMatch(/^At least 500 rows /);
  });

  it('keeps what was wrong before', () => {
    const failing = { ...HEALTHY, status: 'FAILING' as const, integrator_message: 'The account is gone.' };
    expect(withUnread(failing, 1)).toMatchObject({
      status: 'FAILING',
      integrator_message: expect.stringMatching(/^The account is gone\. One row/) as string,
    });
  });
});
