import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { RateLimits } from '../../rate-limits/rate-limits';
import { OAuthErrorPage } from './oauth-error-page';

/** What the authorization server is made from. */
export interface ProviderParts {
  readonly issuer: string;
  readonly database: Database;
  readonly config: ApiGatewayConfig;
  readonly limits: RateLimits;
  readonly box: SecretBox;
  readonly errorPage: OAuthErrorPage;
  /** Called for failures that are ours. */
  readonly onFault: (error: unknown) => void;
}
