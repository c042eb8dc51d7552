import { EnvironmentReader } from '@tributary/service';
import { ProviderKeySet } from '../provider-key';

/** The address and the credentials of PROVIDER_C. */
export interface ProviderCConfig {
  /** Address of the API. Its path precedes the path of each request, and is signed with it. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly consumerKey: string;
  /**
   * A personal key gives access to its owner's accounts and registers no user; a commercial one registers a user for
   * each connection.
   */
  readonly keyKind: ProviderCKeyKind;
  /** The number of open connections to it. */
  readonly connections: number;
  readonly timeoutMs: number;
}

export type ProviderCKeyKind = 'commercial' | 'personal';

/** The address of the published service. */
const PROVIDER_C_PUBLIC_URL = 'https://api.snaptrade.com';

export const PROVIDER_C_KEYS: ProviderKeySet = {
  checkedIn: null,
  keys: [
    { name: 'client_id', label: 'Client ID', setting: 'PROVIDER_C_CLIENT_ID', isSecret: false },
    { name: 'consumer_key', label: 'Consumer key', setting: 'PROVIDER_C_CONSUMER_KEY', isSecret: true },
    {
      name: 'personal',
      label: 'Personal key (true or false)',
      setting: 'PROVIDER_C_PERSONAL',
      isSecret: false,
      isOptional: true,
    },
  ],
};

/** Returns null if this installation has no credentials for it. */
export function readProviderCConfig(env: EnvironmentReader): ProviderCConfig | null {
  const given = ['PROVIDER_C_CLIENT_ID', 'PROVIDER_C_CONSUMER_KEY'].some(
    (name) => env.optional(name) !== null,
  );
  if (!given) return null;
  return {
    baseUrl: env.url('PROVIDER_C_BASE_URL', PROVIDER_C_PUBLIC_URL),
    clientId: env.text('PROVIDER_C_CLIENT_ID'),
    consumerKey: env.text('PROVIDER_C_CONSUMER_KEY'),
    keyKind: env.flag('PROVIDER_C_PERSONAL', false) ? 'personal' : 'commercial',
    connections: env.integer('PROVIDER_C_CONNECTIONS', 8, { min: 1, max: 256 }),
    timeoutMs: env.integer('PROVIDER_C_TIMEOUT_MS', 30_000, { min: 100, max: 300_000 }),
  };
}
