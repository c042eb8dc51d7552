import { ClientKeys } from '../state/key-pair';
import { stableUuid } from '../state/stable-ids';
import { problem } from './problem';

/** The credentials of a client of PROVIDER_B. */
export interface ProviderBCredentials {
  readonly applicationId: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

const CHECKS = { issuer: 'enablebanking.com', audience: 'api.enablebanking.com', typ: 'JWT' };
const LIFETIME_S_MAX = 86_400;

/** The application with which clients sign their requests. PROVIDER_B in the sandbox has a single one. */
export class Application {
  readonly id = stableUuid('provider-b/application');
  private readonly keys: ClientKeys;

  constructor(dataDir: string | undefined) {
    this.keys = new ClientKeys(dataDir, 'provider-b-application.json');
  }

  get credentials(): ProviderBCredentials {
    return { applicationId: this.id, privateKey: this.keys.privateKey };
  }

  /** Checks a token by the machine's clock, as the real one: a test's clock moves the bank alone. @throws Problem */
  async authorize(token: string): Promise<void> {
    const { iat, exp } = await this.claimsOf(token);
    const isGood = iat !== undefined && exp !== undefined && exp - iat <= LIFETIME_S_MAX;
    if (!isGood) throw problem('UNAUTHORIZED_APPLICATION');
  }

  private async claimsOf(token: string): Promise<{ iat?: number; exp?: number }> {
    try {
      const { payload, protectedHeader } = await this.keys.verified(token, CHECKS);
      return protectedHeader.kid === this.id ? payload : {};
    } catch {
      return {}; // The response is the same, whatever is wrong with the token.
    }
  }
}
