import { randomBytes } from 'node:crypto';
import { SealBrokenError, SecretBox } from './secret-box';

const box = new SecretBox(randomBytes(32).toString('base64'));

describe('SecretBox', () => {
  it('decrypts what it encrypted, in the same context', () => {
    expect(box.open(box.seal('whsec_abc', 'endpoint:1'), 'endpoint:1')).toBe('whsec_abc');
  });

  it('refuses an encrypted value that was moved to another row', () => {
    expect(() => box.open(box.seal('whsec_abc', 'endpoint:1'), 'endpoint:2')).toThrow(SealBrokenError);
  });

  it('refuses another key, and says so', () => {
    const other = new SecretBox(randomBytes(32).toString('base64'));
    expect(() => other.open(box.seal('x', 'c'), 'c')).toThrow('another key');
  });

  it('decrypts what an accepted key encrypted, and encrypts with its own', () => {
    const [before, after] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const [old, rotated] = [new SecretBox(before), new SecretBox(after, [before])];
    expect(rotated.open(old.seal('x', 'c'), 'c')).toBe('x');
    const sealed = rotated.seal('x', 'c');
    expect(sealed.split('.')[1]).toBe(rotated.keyId);
    expect(new SecretBox(after).open(sealed, 'c')).toBe('x');
    expect(() => old.open(sealed, 'c')).toThrow('another key');
  });

  it('never encrypts twice to the same text', () => expect(box.seal('x', 'c')).not.toBe(box.seal('x', 'c')));

  it('refuses a key of the wrong length', () => {
    expect(() => new SecretBox('c2hvcnQ=')).toThrow('32 bytes');
    expect(() => new SecretBox(randomBytes(32).toString('base64'), ['c2hvcnQ='])).toThrow('ACCEPTED');
  });
});
