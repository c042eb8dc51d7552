import { SecretBox } from '@tributary/secrets';
import { ConsentReference } from '../../providers/provider.port';

/** A stored consent; its secret, if it has one, is encrypted for this consent alone. */
export interface StoredConsent {
  readonly consentId: string;
  readonly consentSecret: string | null;
}

export function sealConsent(box: SecretBox, { consentId, secret }: ConsentReference): StoredConsent {
  return { consentId, consentSecret: secret === null ? null : box.seal(secret, consentContext(consentId)) };
}

/** @throws SealBrokenError */
export function openConsent(box: SecretBox, { consentId, consentSecret }: StoredConsent): ConsentReference {
  return {
    consentId,
    secret: consentSecret === null ? null : box.open(consentSecret, consentContext(consentId)),
  };
}

/** Returns the encryption context of a consent's secret; it cannot be decrypted for another consent. */
export function consentContext(consentId: string): string {
  return `connections.consent_secret:${consentId}`;
}
