import { createPrivateKey } from 'node:crypto';

/** The key in the one form that signing takes, or null where it is no RSA key. Line ends may be written as `\\n`. */
export function toPkcs8(pem: string): string | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'rsa') return null;
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    return null; // what is wrong with it must not be shown: it might repeat the key
  }
}
