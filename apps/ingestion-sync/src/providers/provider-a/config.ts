/** Where PROVIDER_A is and with what to enter. */
export interface ProviderAConfig {
  /** With the version in the path, with or without a slash at the end. */
  readonly baseUrl: string;
  readonly secretId: string;
  readonly secretKey: string;
  /** Connections that are kept open to it. */
  readonly connections: number;
  readonly timeoutMs: number;
}

/** Where the published service is. */
export const PROVIDER_A_PUBLIC_URL = 'https://bankaccountdata.gocardless.com/api/v2/';
