import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** RSA keys as PEM: SPKI, PKCS #8. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

let ofThisProcess: KeyPair | undefined;

/**
 * The keys in this file, which is written once. Without a file, all of a process share one pair, because creating it
 * takes a second.
 */
export function keyPair(file: string | undefined): KeyPair {
  if (file === undefined) return (ofThisProcess ??= newKeys());
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyPair;
  const keys = newKeys();
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

function newKeys(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
