/** Where PROVIDER_C is and with what to enter. */
export interface ProviderCConfig {
  /** The path in it goes before every request's own, and is signed with it. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly consumerKey: string;
  /**
   * A personal key opens its owner's own accounts and registers nobody; a commercial one registers a user for each
   * connection.
   */
  readonly keyKind: ProviderCKeyKind;
  /** Connections that are kept open to it. */
  readonly connections: number;
  readonly timeoutMs: number;
}

export type ProviderCKeyKind = 'commercial' | 'personal';

/** Where the published service is. */
export const PROVIDER_C_PUBLIC_URL = 'https://api.snaptrade.com';
