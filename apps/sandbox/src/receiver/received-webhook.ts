import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/**
 * The reference implementation's checks of id, age and signature, with Node's HMAC: the reference computes SHA-256 in
 * JavaScript, a tenth of the sandbox's processor time.
 */
export class ReceivedWebhook extends Webhook {
  private readonly hmacKey: Buffer;

  /** @param secret `whsec_` and the key in Base64 */
  constructor(secret: string) {
    super(secret);
    this.hmacKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  }

  override sign(id: string, timestamp: Date, payload: string | Buffer): string {
    const seconds = Math.floor(timestamp.getTime() / 1000);
    const hmac = createHmac('sha256', this.hmacKey).update(`${id}.${seconds}.`).update(payload);
    return `v1,${hmac.digest('base64')}`;
  }
}
