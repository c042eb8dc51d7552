import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RateLimits } from '../limits/rate-limits';
import { AccessTokens } from './access-tokens';
import { BearerStrategy } from './bearer.strategy';
import { HeldAccesses } from './held-accesses';
import { CsrfTokens } from '../sessions/csrf-tokens';
import { SessionAccess } from './session-access';
import { TokenUses } from './token-uses';
import { UnguardedRoutes } from './unguarded-routes';

/** Providers that the guards of every route need: the caller, its access, and its limits. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessTokens,
    BearerStrategy,
    CsrfTokens,
    HeldAccesses,
    RateLimits,
    SessionAccess,
    TokenUses,
    UnguardedRoutes,
  ],
  exports: [BearerStrategy, CsrfTokens, HeldAccesses, RateLimits, SessionAccess, TokenUses],
})
export class AccessModule {}
