import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** A pair of keys that lives as long as this process: what a service answers for its eyes stands nowhere in clear. */
export interface EyesOnly {
  /** SPKI in base64. */
  readonly publicKey: string;
  readonly open: (sealed: string) => string;
}

export function eyesOnly(): EyesOnly {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    open: (sealed) =>
      privateDecrypt(
        { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(sealed, 'base64'),
      ).toString('utf8'),
  };
}
