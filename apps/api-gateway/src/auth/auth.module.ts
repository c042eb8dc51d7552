import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import { RateLimits } from '../rate-limits/rate-limits';
import { AccessTokens } from './access-tokens';
import { BearerStrategy } from './bearer.strategy';
import { ExpiredAccess } from './expired-access';
import { TokenUses } from './token-uses';
import { UnguardedRoutes } from './unguarded-routes';

/** Users, their tokens, and what a token may do. */
@Module({})
export class AuthModule {
  static register(config: ApiGatewayConfig): DynamicModule {
    return {
      module: AuthModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: API_GATEWAY_CONFIG, useValue: config },
        AccessTokens,
        BearerStrategy,
        ExpiredAccess,
        RateLimits,
        TokenUses,
        UnguardedRoutes,
      ],
      exports: [BearerStrategy, RateLimits, TokenUses],
    };
  }
}
