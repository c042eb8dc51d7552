import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSPKI, jwtVerify } from 'jose';
import { stableUuid } from '../stable-ids';
import { ProviderBProblem } from './problem';

/** What a client of PROVIDER_B signs in with. */
export interface ProviderBCredentials {
  readonly applicationId: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const KEY_BITS = 2048;
const ISSUER = 'enablebanking.com';
const AUDIENCE = 'api.enablebanking.com';
const LIFETIME_S_MAX = 86_400;

/** The one registered application. Its keys are made when somebody first needs them: that takes a while. */
export class Application {
  readonly id = stableUuid('provider-b/application');
  private made: KeyPair | undefined;

  constructor(private readonly dataDir: string | undefined) {}

  get credentials(): ProviderBCredentials {
    return { applicationId: this.id, privateKey: this.keys.privateKey };
  }

  /** By the machine's clock, as the real one: a test's clock moves the bank alone. @throws ProviderBProblem */
  async authorize(header: string | undefined): Promise<void> {
    const token = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
    const { iat, exp } = await this.claimsOf(token);
    if (iat === undefined || exp === undefined || exp - iat > LIFETIME_S_MAX) throw unauthorized();
  }

  private async claimsOf(token: string) {
    try {
      const key = await importSPKI(this.keys.publicKey, 'RS256');
      const checks = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['RS256'], typ: 'JWT' };
      const { payload, protectedHeader } = await jwtVerify(token, key, checks);
      if (protectedHeader.kid === this.id) return payload;
    } catch {
      // Whatever is wrong with it, the answer is the same.
    }
    throw unauthorized();
  }

  private get keys(): KeyPair {
    return (this.made ??= this.kept());
  }

  private kept(): KeyPair {
    if (this.dataDir === undefined) return newKeys();
    const path = join(this.dataDir, 'provider-b-application.json');
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as KeyPair;
    const keys = newKeys();
    writeFileSync(path, JSON.stringify(keys), { mode: 0o600 });
    return keys;
  }
}

function newKeys(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function unauthorized(): ProviderBProblem {
  return new ProviderBProblem('UNAUTHORIZED_APPLICATION');
}
