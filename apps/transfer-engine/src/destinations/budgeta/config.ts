import { ConfigurationError, EnvironmentReader } from '@tributary/service';
import { OAuthApplication, readOAuthApplication } from '../http/oauth-application';

/** The name of budgets in paths and responses: `plans`, formerly `budgets`. */
export type PathSegment = 'budgets' | 'plans';

export interface BudgetaConfig {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly pathSegment: PathSegment;
  /** Requests of one user's token in any hour. */
  readonly requestsPerHour: number;
  readonly requestTimeoutMs: number;
  /** The application that users grant access to; null if users enter access tokens instead. */
  readonly application: OAuthApplication | null;
  /** Base URL of `/authorize` and `/token`, without a slash at the end. */
  readonly oauthUrl: string;
}

export function readBudgetaConfig(env: EnvironmentReader): BudgetaConfig {
  return {
    baseUrl: env.url('BUDGETA_BASE_URL', 'https://api.ynab.com/v1').replace(/\/+$/, ''),
    pathSegment: pathSegment(env.text('BUDGETA_PATH_SEGMENT', 'plans')),
    requestsPerHour: env.integer('BUDGETA_REQUESTS_PER_HOUR', 200, { min: 1, max: 1_000_000 }),
    requestTimeoutMs: env.integer('BUDGETA_REQUEST_TIMEOUT_MS', 30_000, { min: 100, max: 600_000 }),
    application: readOAuthApplication(env, 'BUDGETA'),
    oauthUrl: env.url('BUDGETA_OAUTH_URL', 'https://app.ynab.com/oauth').replace(/\/+$/, ''),
  };
}

function pathSegment(value: string): PathSegment {
  if (value === 'budgets' || value === 'plans') return value;
  throw new ConfigurationError(
    'transfer-engine cannot start:\n  - BUDGETA_PATH_SEGMENT must be plans or budgets',
  );
}
