import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import { RateLimiter } from './rate-limiter';

/** The limits that the gateway keeps, over all of its instances; null where the operator wants none. */
@Injectable()
export class RateLimits {
  readonly ofTokens: RateLimiter | null;
  /** Requests with a token that does not count: whoever tries many is not told of each. */
  readonly ofRefusals: RateLimiter | null;

  constructor(@Inject(Database) database: Database, @Inject(API_GATEWAY_CONFIG) config: ApiGatewayConfig) {
    const { requestsPerMinute, refusalsPerMinute } = config;
    this.ofTokens = requestsPerMinute > 0 ? new RateLimiter(database, requestsPerMinute) : null;
    this.ofRefusals = refusalsPerMinute > 0 ? new RateLimiter(database, refusalsPerMinute) : null;
  }
}
