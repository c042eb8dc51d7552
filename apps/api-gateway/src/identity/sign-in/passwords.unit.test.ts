import { mainThreadMsOf } from '@tributary/testing';
import { hashPassword, PASSWORD_LENGTH_MAX, passwordFits } from './passwords';

const MARKS = `a${'\u0301\u0316'.repeat(220_000)}`;
const LONGEST = 'é'.repeat(PASSWORD_LENGTH_MAX);

describe('a password', () => {
  it('fits in whichever way a keyboard writes its letters', async () => {
    const hash = await hashPassword('ein schönes Passwort');
    expect(await passwordFits('ein schönes Passwort'.normalize('NFD'), hash)).toBe(true);
    expect(await passwordFits('ein schones Passwort', hash)).toBe(false);
    expect(await passwordFits('ein schönes Passwort', null)).toBe(false);
  });

  it('of the greatest length fits, also in characters of two units', async () => {
    for (const longest of [LONGEST, '🔑'.repeat(PASSWORD_LENGTH_MAX)])
      expect(await passwordFits(longest, await hashPassword(longest))).toBe(true);
  });

  it('that is longer never fits, however it begins, and is never hashed', async () => {
    const hash = await hashPassword(LONGEST);
    expect(await passwordFits(`${LONGEST}x`, hash)).toBe(false);
    expect(await passwordFits('', await hashPassword('nobody has this password'))).toBe(false);
    await expect(hashPassword(`${LONGEST}x`)).rejects.toThrow(RangeError);
  });

  it('of 440,000 combining marks is wrong without work for the thread that serves everybody', async () => {
    const hash = await hashPassword(LONGEST);
    const ms = await mainThreadMsOf(async () => expect(await passwordFits(MARKS, hash)).toBe(false));
    expect(ms).toBeLessThan(50);
  });
});
