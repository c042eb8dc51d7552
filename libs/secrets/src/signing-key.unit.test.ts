import { randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key';
import { SigningKey, VerifyKeys } from './signing-key';

const newKey = (): string => randomBytes(32).toString('base64');

describe('signatures', () => {
  const [old, present] = [new SigningKey(newKey()), new SigningKey(newKey())];

  it('are valid only for the text that was signed', () => {
    const signature = present.sign('a command');
    const keys = new VerifyKeys([present.publicKey]);
    expect(keys.verifies('a command', signature)).toBe(true);
    expect(keys.verifies('a commanD', signature)).toBe(false);
    expect(keys.verifies('a command', '')).toBe(false);
  });

  it('of another key are refused, unless the key is accepted', () => {
    const signature = old.sign('a command');
    expect(new VerifyKeys([present.publicKey]).verifies('a command', signature)).toBe(false);
    expect(new VerifyKeys([present.publicKey, old.publicKey]).verifies('a command', signature)).toBe(true);
  });

  it('need keys of 32 bytes', () => {
    expect(() => new SigningKey('c2hvcnQ=')).toThrow('32 bytes');
    expect(() => new VerifyKeys(['c2hvcnQ='])).toThrow('32 bytes');
  });
});

it('a derived key is stable, and different for every purpose and key', () => {
  const key = newKey();
  expect(derivedKey(key, 'a')).toBe(derivedKey(key, 'a'));
  expect(new Set([key, derivedKey(key, 'a'), derivedKey(key, 'b'), derivedKey(newKey(), 'a')]).size).toBe(4);
  expect(Buffer.from(derivedKey(key, 'a'), 'base64')).toHaveLength(32);
});
