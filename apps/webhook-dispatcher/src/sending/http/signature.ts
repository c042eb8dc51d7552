import { createHmac, KeyObject } from 'node:crypto';

/** The headers of Standard Webhooks that identify and sign one attempt. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs one attempt, with the time of the attempt. Retries have the same id. Several keys give several signatures; a
 * receiver must accept any of them, so that secrets can be rotated.
 */
export function signatureHeaders(
  keys: readonly KeyObject[],
  message: { readonly id: string; readonly body: string | Buffer },
  attemptedAtMs: number,
): SignatureHeaders {
  const timestamp = String(Math.floor(attemptedAtMs / 1000));
  const signatures = keys.map((key) => {
    const hmac = createHmac('sha256', key).update(`${message.id}.${timestamp}.`).update(message.body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
