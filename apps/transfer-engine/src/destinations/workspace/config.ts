import { EnvironmentReader } from '@tributary/service';
import { OAuthApplication, readOAuthApplication } from '../http/oauth-application';

export interface WorkspaceConfig {
  /** Base URL without `/v1` and without a slash at the end. */
  readonly baseUrl: string;
  /** Requests of one integration in any second. */
  readonly requestsPerSecond: number;
  readonly requestTimeoutMs: number;
  /**
   * The public integration that users grant access to; null if users enter secrets of their own integrations instead.
   */
  readonly application: OAuthApplication | null;
}

export function readWorkspaceConfig(env: EnvironmentReader): WorkspaceConfig {
  return {
    baseUrl: env.url('WORKSPACE_BASE_URL', 'https://api.notion.com').replace(/\/+$/, ''),
    requestsPerSecond: env.integer('WORKSPACE_REQUESTS_PER_SECOND', 3, { min: 1, max: 100_000 }),
    requestTimeoutMs: env.integer('WORKSPACE_REQUEST_TIMEOUT_MS', 30_000, { min: 100, max: 600_000 }),
    application: readOAuthApplication(env, 'WORKSPACE'),
  };
}
