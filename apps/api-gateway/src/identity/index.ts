/**
 * The public part of identity for the rest of the gateway: callers and their access, limits, and the confirmation of
 * setups. `auth`, `users`, `pages`, `setups` and `rate-limits` keep everything else to themselves.
 */
export { Access } from '../auth/access';
export { recordAdministration } from '../auth/administration-acts';
export { HeldAccesses } from '../auth/held-accesses';
export { basicCredentials } from '../auth/basic-credentials';
export { accessOf, CallerGuard, grantedAccess } from '../auth/caller.guard';
export { RateLimitGuard } from '../auth/rate-limit.guard';
export { AppGuard } from '../auth/oauth/app.guard';
export type { Role } from '../auth/roles';
export { type Scope, SCOPES } from '../auth/scopes';
export { Granted, SCOPES_METADATA, ScopesGuard } from '../auth/scopes.guard';
export { RateLimits } from '../rate-limits/rate-limits';
export { returnPath, type SetupKind } from '../setups/setup-kinds';
export { SetupReturns } from '../setups/setup-returns';
export { SetupsModule } from '../setups/setups.module';
export { Setups } from '../setups/setups';
