import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RateLimits } from '../rate-limits/rate-limits';
import { AccessTokens } from './access-tokens';
import { BearerStrategy } from './bearer.strategy';
import { ExpiredAccess } from './expired-access';
import { TokenUses } from './token-uses';
import { UnguardedRoutes } from './unguarded-routes';

/** What the guards of every route need: the caller, its access, and its limits. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [AccessTokens, BearerStrategy, ExpiredAccess, RateLimits, TokenUses, UnguardedRoutes],
  exports: [BearerStrategy, RateLimits, TokenUses],
})
export class AuthModule {}
