import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A sealed text that cannot be opened: wrong key, wrong context, or altered. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Seals small secrets (provider credentials, signing secrets) with AES-256-GCM. The context, such as
 * `webhook_endpoints.secret:42`, is authenticated: a sealed value copied to another row does not open.
 * Format: `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url; the key id identifies the key that sealed it.
 */
export class SecretBox {
  private readonly current: Key;
  private readonly keys: ReadonlyMap<string, Key>;

  /**
   * @param keyBase64 32 random bytes in base64, the service's `ENCRYPTION_KEY`.
   * @param acceptedKeysBase64 further keys that open what they sealed: before and after the key is changed.
   */
  constructor(keyBase64: string, acceptedKeysBase64: readonly string[] = []) {
    this.current = readKey(keyBase64, 'ENCRYPTION_KEY');
    const accepted = acceptedKeysBase64.map((key) => readKey(key, 'each of ENCRYPTION_KEYS_ACCEPTED'));
    this.keys = new Map([...accepted, this.current].map((key) => [key.id, key]));
  }

  /** Id of the key that seals. */
  get keyId(): string {
    return this.current.id;
  }

  seal(plain: string, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.current.bytes, iv).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
    return ['v1', this.current.id, ...parts].join('.');
  }

  /** @throws SealBrokenError */
  open(sealed: string, context: string): string {
    const [version, keyId, iv, tag, ciphertext] = sealed.split('.');
    if (version !== 'v1' || !keyId || !iv || !tag || ciphertext === undefined) {
      throw new SealBrokenError('not a sealed value');
    }
    const key = this.keys.get(keyId);
    if (!key) throw new SealBrokenError('sealed with another key');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext, 'base64url')),
        decipher.final(),
      ]).toString('utf8');
    } catch (cause) {
      throw new SealBrokenError('the sealed value or its context was altered', { cause });
    }
  }
}

function readKey(keyBase64: string, name: string): Key {
  const bytes = Buffer.from(keyBase64, 'base64');
  if (bytes.length !== 32) throw new Error(`${name} must be 32 bytes in base64`);
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes };
}
