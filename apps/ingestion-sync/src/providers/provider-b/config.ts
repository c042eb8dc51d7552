/** Where PROVIDER_B is and with what to enter. */
export interface ProviderBConfig {
  /** With or without a slash at the end. */
  readonly baseUrl: string;
  /** What the provider calls the registered application. */
  readonly applicationId: string;
  /** The application's RSA key: PEM, PKCS #8. */
  readonly privateKey: string;
  /** Calls a day that each institution grants for an account and resource; the provider does not tell. */
  readonly dailyCalls: number;
  /** Connections that are kept open to it. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** Where the published service is. */
export const PROVIDER_B_PUBLIC_URL = 'https://api.enablebanking.com';
