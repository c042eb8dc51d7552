import { EnvironmentReader } from '@tributary/service';
import { ProviderKeySet } from '../provider-key';

/** The address and the credentials of PROVIDER_A. */
export interface ProviderAConfig {
  /** Includes the version in the path, with or without a trailing slash. */
  readonly baseUrl: string;
  readonly secretId: string;
  readonly secretKey: string;
  /** The number of open connections to it. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** The address of the published service. */
const PROVIDER_A_PUBLIC_URL = 'https://bankaccountdata.gocardless.com/api/v2/';

export const PROVIDER_A_KEYS: ProviderKeySet = {
  checkedIn: 'FI',
  keys: [
    { name: 'secret_id', label: 'Secret ID', setting: 'PROVIDER_A_SECRET_ID', isSecret: false },
    { name: 'secret_key', label: 'Secret key', setting: 'PROVIDER_A_SECRET_KEY', isSecret: true },
  ],
};

/** Reads the settings of PROVIDER_A. Credentials are a pair; a single one is an error of the operator. */
export function readProviderAConfig(env: EnvironmentReader): ProviderAConfig | null {
  const given = ['PROVIDER_A_SECRET_ID', 'PROVIDER_A_SECRET_KEY'].some((name) => env.optional(name) !== null);
  if (!given) return null;
  return {
    baseUrl: env.url('PROVIDER_A_BASE_URL', PROVIDER_A_PUBLIC_URL),
    secretId: env.text('PROVIDER_A_SECRET_ID'),
    secretKey: env.text('PROVIDER_A_SECRET_KEY'),
    connections: env.integer('PROVIDER_A_CONNECTIONS', 32, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_A_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}
