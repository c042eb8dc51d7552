import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessTokens } from './access-tokens';
import { BearerStrategy } from './bearer.strategy';
import { UnguardedRoutes } from './unguarded-routes';

/** Users, their tokens, and what a token may do. */
@Module({
  imports: [DiscoveryModule],
  providers: [AccessTokens, BearerStrategy, UnguardedRoutes],
  exports: [BearerStrategy],
})
export class AuthModule {}
