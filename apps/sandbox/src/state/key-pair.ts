import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSPKI, jwtVerify, type JWTVerifyOptions } from 'jose';

/** RSA keys as PEM: SPKI, PKCS #8. */
interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

let ofThisProcess: KeyPair | undefined;

/**
 * A client's RSA keys, created when they are first needed, because that is slow. With a data folder they are written to a
 * file once; without one, all clients of a process share one pair.
 */
export class ClientKeys {
  private keyPair: KeyPair | undefined;
  /** Imported once: every request is verified with it. */
  private verifier: ReturnType<typeof importSPKI> | undefined;

  constructor(
    private readonly dataDir: string | undefined,
    private readonly fileName: string,
  ) {}

  get privateKey(): string {
    return this.pair.privateKey;
  }

  /** The token that the client signed. @throws Error for any other */
  async verified<Claims>(token: string, checks: JWTVerifyOptions = {}) {
    const key = await (this.verifier ??= importSPKI(this.pair.publicKey, 'RS256'));
    return jwtVerify<Claims>(token, key, { ...checks, algorithms: ['RS256'] });
  }

  private get pair(): KeyPair {
    return (this.keyPair ??= keyPair(this.dataDir && join(this.dataDir, this.fileName)));
  }
}

function keyPair(file: string | undefined): KeyPair {
  if (file === undefined) return (ofThisProcess ??= newKeys());
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyPair;
  const keys = newKeys();
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

function newKeys(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
