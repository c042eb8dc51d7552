import { createPrivateKey } from 'node:crypto';

/** The key in the form for signing, or null if it is not an RSA key. Line ends may be written as `\\n`. */
export function toPkcs8(pem: string): string | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'rsa') return null;
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    return null; // what is wrong with it must not be shown: it might repeat the key
  }
}
