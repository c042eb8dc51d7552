import { join } from 'node:path';
import { importSPKI, jwtVerify } from 'jose';
import { KeyPair, keyPair } from '../state/key-pair';
import { stableUuid } from '../state/stable-ids';
import { Problem } from '../server/problem';
import { problem } from './problem';

/** What a client of PROVIDER_B signs in with. */
export interface ProviderBCredentials {
  readonly applicationId: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

const ISSUER = 'enablebanking.com';
const AUDIENCE = 'api.enablebanking.com';
const LIFETIME_S_MAX = 86_400;

/** The one registered application. Its keys are created when they are first needed, because that is slow. */
export class Application {
  readonly id = stableUuid('provider-b/application');
  private made: KeyPair | undefined;
  /** Read once: every request is verified with it. */
  private verifier: ReturnType<typeof importSPKI> | undefined;

  constructor(private readonly dataDir: string | undefined) {}

  get credentials(): ProviderBCredentials {
    return { applicationId: this.id, privateKey: this.keys.privateKey };
  }

  /** By the machine's clock, as the real one: a test's clock moves the bank alone. @throws Problem */
  async authorize(header: string | undefined): Promise<void> {
    const token = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
    const { iat, exp } = await this.claimsOf(token);
    if (iat === undefined || exp === undefined || exp - iat > LIFETIME_S_MAX) throw unauthorized();
  }

  private async claimsOf(token: string) {
    try {
      const key = await (this.verifier ??= importSPKI(this.keys.publicKey, 'RS256'));
      const checks = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['RS256'], typ: 'JWT' };
      const { payload, protectedHeader } = await jwtVerify(token, key, checks);
      if (protectedHeader.kid === this.id) return payload;
    } catch {
      // Whatever is wrong with it, the answer is the same.
    }
    throw unauthorized();
  }

  private get keys(): KeyPair {
    return (this.made ??= keyPair(this.dataDir && join(this.dataDir, 'provider-b-application.json')));
  }
}

function unauthorized(): Problem {
  return problem('UNAUTHORIZED_APPLICATION');
}
