import { createPrivateKey, createPublicKey, KeyObject, sign, verify } from 'node:crypto';

/** Prefix of the 32 bytes of an Ed25519 key in its DER form: the same for all keys (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs texts with Ed25519. With `publicKey`, others can check signatures but not make them. */
export class SigningKey {
  private readonly key: KeyObject;
  /** 32 bytes in base64. */
  readonly publicKey: string;

  /** @param keyBase64 32 random bytes in base64. @throws Error for anything else */
  constructor(keyBase64: string) {
    const der = Buffer.concat([PRIVATE_PREFIX, bytesOf(keyBase64)]);
    this.key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const publicDer = createPublicKey(this.key).export({ format: 'der', type: 'spki' });
    this.publicKey = publicDer.subarray(PUBLIC_PREFIX.length).toString('base64');
  }

  /** @returns the signature, base64url */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.key).toString('base64url');
  }
}

/** Checks signatures of one or, while the key is being changed, several signing keys. */
export class VerifyKeys {
  private readonly keys: readonly KeyObject[];

  /** @param keysBase64 public keys, 32 bytes in base64 each. @throws Error for anything else */
  constructor(keysBase64: readonly string[]) {
    this.keys = keysBase64.map((key) =>
      createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytesOf(key)]), format: 'der', type: 'spki' }),
    );
  }

  /** Whether one of the keys signed exactly this text. */
  verifies(text: string, signature: string): boolean {
    const [signed, bytes] = [Buffer.from(text), Buffer.from(signature, 'base64url')];
    return this.keys.some((key) => verify(null, signed, key, bytes));
  }
}

function bytesOf(keyBase64: string): Buffer {
  const bytes = Buffer.from(keyBase64, 'base64');
  if (bytes.length !== 32) throw new Error('a key for signatures must be 32 bytes in base64');
  return bytes;
}
