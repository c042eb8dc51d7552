import { SecretBox } from '@tributary/secrets';
import { ConsentReference } from '../../providers/provider.port';

/** A stored consent; its secret, if it has one, is encrypted for this consent alone. */
export interface KeptConsent {
  readonly consentId: string;
  readonly consentSecret: string | null;
}

export function sealConsent(box: SecretBox, { consentId, secret }: ConsentReference): KeptConsent {
  return { consentId, consentSecret: secret === null ? null : box.seal(secret, consentContext(consentId)) };
}

/** @throws SealBrokenError */
export function openConsent(box: SecretBox, { consentId, consentSecret }: KeptConsent): ConsentReference {
  return {
    consentId,
    secret: consentSecret === null ? null : box.open(consentSecret, consentContext(consentId)),
  };
}

/** The encryption context of a consent's secret; in any other context it cannot be decrypted. */
export function consentContext(consentId: string): string {
  return `connections.consent_secret:${consentId}`;
}
