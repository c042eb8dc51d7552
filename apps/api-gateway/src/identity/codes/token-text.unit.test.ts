import { isTokenText, newTokenText, tokenHash } from './token-text';

describe('the text of a token', () => {
  it('is new each time, and its checksum distinguishes it from other texts', () => {
    const tokens = Array.from({ length: 200 }, () => newTokenText());
    expect(new Set(tokens).size).toBe(200);
    expect(tokens.every((token) => /^trb_pat_[0-9A-Za-z]{49}$/.test(token))).toBe(true);
    expect(tokens.every((token) => isTokenText(token))).toBe(true);
  });

  it('is invalid after a changed character', () => {
    const token = newTokenText();
    for (const index of [8, 20, 50, 51, 56]) {
      const other = token.charAt(index) === 'a' ? 'b' : 'a';
      expect(isTokenText(token.slice(0, index) + other + token.slice(index + 1))).toBe(false);
    }
    expect(isTokenText(`${token}x`)).toBe(false);
    expect(isTokenText('')).toBe(false);
  });

  it('is stored as 32 bytes that do not contain it', () => {
    const hash = tokenHash(newTokenText());
    expect(hash).toHaveLength(32);
  });
});
