import { EnvironmentReader } from '@tributary/service';
import { OAuthApplication, readOAuthApplication } from '../http/oauth-application';

export interface SheetsConfig {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The address that exchanges assertions, codes and refresh tokens; never read from the key that a user pastes. */
  readonly tokenUrl: string;
  /** Address of the page where users grant access. */
  readonly authorizeUrl: string;
  /** The application that users grant access to; null if users enter keys of service accounts instead. */
  readonly application: OAuthApplication | null;
  /** Requests of one account in any minute. */
  readonly requestsPerMinute: number;
  readonly requestTimeoutMs: number;
}

export function readSheetsConfig(env: EnvironmentReader): SheetsConfig {
  return {
    baseUrl: env.url('SHEETS_BASE_URL', 'https://sheets.googleapis.com').replace(/\/+$/, ''),
    tokenUrl: env.url('SHEETS_TOKEN_URL', 'https://oauth2.googleapis.com/token'),
    authorizeUrl: env.url('SHEETS_AUTHORIZE_URL', 'https://accounts.google.com/o/oauth2/v2/auth'),
    application: readOAuthApplication(env, 'SHEETS'),
    requestsPerMinute: env.integer('SHEETS_REQUESTS_PER_MINUTE', 60, { min: 1, max: 1_000_000 }),
    requestTimeoutMs: env.integer('SHEETS_REQUEST_TIMEOUT_MS', 30_000, { min: 100, max: 600_000 }),
  };
}
