import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A sealed text that cannot be opened: wrong key, wrong context, or altered. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/**
 * Seals small secrets (provider credentials, signing secrets) with AES-256-GCM. The context, such as
 * `webhook_endpoints.secret:42`, is authenticated: a sealed value copied to another row does not open.
 * Format: `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url; the key id says which key sealed it.
 */
export class SecretBox {
  private readonly key: Buffer;
  private readonly keyId: string;

  /** @param keyBase64 32 random bytes in base64, the service's `ENCRYPTION_KEY`. */
  constructor(keyBase64: string) {
    this.key = Buffer.from(keyBase64, 'base64');
    if (this.key.length !== 32) throw new Error('ENCRYPTION_KEY must be 32 bytes in base64');
    this.keyId = createHash('sha256').update(this.key).digest('base64url').slice(0, 8);
  }

  seal(plain: string, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
    return ['v1', this.keyId, ...parts].join('.');
  }

  /** @throws SealBrokenError */
  open(sealed: string, context: string): string {
    const [version, keyId, iv, tag, ciphertext] = sealed.split('.');
    if (version !== 'v1' || !iv || !tag || ciphertext === undefined) {
      throw new SealBrokenError('not a sealed value');
    }
    if (keyId !== this.keyId) throw new SealBrokenError('sealed with another key');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(iv, 'base64url'));
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
