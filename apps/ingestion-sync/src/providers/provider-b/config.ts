import { ConfigurationError, EnvironmentReader } from '@tributary/service';
import { readFileSync } from 'node:fs';
import { ProviderKeySet } from '../provider-key';
import { createPrivateKey } from 'node:crypto';

/** The address and the credentials of PROVIDER_B. */
export interface ProviderBConfig {
  /** Address of the API, with or without a trailing slash. */
  readonly baseUrl: string;
  /** The provider's id of the registered application. */
  readonly applicationId: string;
  /** The application's RSA key: PEM, PKCS #8. */
  readonly privateKey: string;
  /** Assumed daily calls for an account and resource; the provider does not report them. */
  readonly dailyCalls: number;
  /** Open connections to the provider. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** The address of the published service. */
const PROVIDER_B_PUBLIC_URL = 'https://api.enablebanking.com';

export const PROVIDER_B_KEYS: ProviderKeySet = {
  checkedIn: 'FI',
  keys: [
    {
      name: 'application_id',
      label: 'Application ID',
      setting: 'PROVIDER_B_APPLICATION_ID',
      isSecret: false,
    },
    {
      name: 'private_key',
      label: 'Private key (PEM)',
      setting: 'PROVIDER_B_PRIVATE_KEY_PEM',
      isSecret: true,
      isLong: true,
    },
  ],
};

/** Reads the application's id and its key; the key as text, or as the file from the provider's portal. */
export function readProviderBConfig(env: EnvironmentReader): ProviderBConfig | null {
  const privateKey = readPrivateKey(env);
  if (env.optional('PROVIDER_B_APPLICATION_ID') === null && privateKey === null) return null;
  return {
    baseUrl: env.url('PROVIDER_B_BASE_URL', PROVIDER_B_PUBLIC_URL),
    applicationId: env.text('PROVIDER_B_APPLICATION_ID'),
    privateKey: privateKey ?? env.text('PROVIDER_B_PRIVATE_KEY_PEM'),
    dailyCalls: env.integer('PROVIDER_B_DAILY_CALLS', 4, { min: 1, max: 10_000 }),
    connections: env.integer('PROVIDER_B_CONNECTIONS', 16, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_B_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}

/** Reads `PROVIDER_B_PRIVATE_KEY_PEM`, which contains the key, or the file that `PROVIDER_B_PRIVATE_KEY_FILE` names. */
function readPrivateKey(env: EnvironmentReader): string | null {
  const pem = env.optional('PROVIDER_B_PRIVATE_KEY_PEM');
  const file = env.optional('PROVIDER_B_PRIVATE_KEY_FILE');
  if (pem !== null) return usableKey('PROVIDER_B_PRIVATE_KEY_PEM', pem);
  return file === null ? null : usableKey('PROVIDER_B_PRIVATE_KEY_FILE', contentOf(file));
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw refused('PROVIDER_B_PRIVATE_KEY_FILE cannot be read', cause);
  }
}

/** Checks the key, so that an invalid one prevents the start of the service instead of its first sync. */
function usableKey(name: string, pem: string): string {
  const key = toPkcs8(pem);
  if (key !== null) return key;
  throw refused(`${name} must be an RSA private key in PEM format`);
}

function refused(problem: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`ingestion-sync cannot start:\n  - ${problem}`, { cause });
}

/** Returns the key in the form for signing, or null if it is not an RSA key. Line ends may be written as `\\n`. */
export function toPkcs8(pem: string): string | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'rsa') return null;
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    return null; // the error is not shown, because it might contain the key
  }
}
