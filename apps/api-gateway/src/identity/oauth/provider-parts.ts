import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { RateLimits } from '../limits/rate-limits';
import { OAuthErrorPage } from './oauth-error-page';

/** The parts of the authorization server. */
export interface ProviderParts {
  readonly issuer: string;
  readonly database: Database;
  readonly config: ApiGatewayConfig;
  readonly limits: RateLimits;
  readonly box: SecretBox;
  readonly errorPage: OAuthErrorPage;
  /** Called for our own failures. */
  readonly onFault: (error: unknown) => void;
}
