import { generateKeyPairSync } from 'node:crypto';
import { toPkcs8 } from './config';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString();

it('a private key is accepted in either form, and with line ends of an environment file', () => {
  expect(toPkcs8(pem('pkcs8'))).toBe(pem('pkcs8'));
  expect(toPkcs8(pem('pkcs1'))).toBe(pem('pkcs8'));
  expect(toPkcs8(pem('pkcs8').replaceAll('\n', '\\n'))).toBe(pem('pkcs8'));
});

it('an invalid RSA key is refused', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  expect(toPkcs8(ec.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeNull();
  expect(toPkcs8('no key')).toBeNull();
});
