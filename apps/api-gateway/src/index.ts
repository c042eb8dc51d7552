export { MIGRATIONS } from './migrations/migrations';
export { createNextModel } from './model/rebuild/next-model';
export { ApiGatewayModule } from './api-gateway.module';
export { type ApiGatewayConfig, readApiGatewayConfig } from './api-gateway.config';
export { startApiGateway } from './platform/start';
export {
  issuePersonalToken,
  type IssuedToken,
  type NewPersonalToken,
} from './identity/tokens/issue-personal-token';
export { lendImportToken, type LentToken } from './identity/tokens/lend-import-token';
export { CallerGuard } from './identity/access/caller.guard';
export { CONSOLE_LINK_MINUTES, createConsoleLink } from './identity/sessions/console-links';
export { beginSession } from './identity/sessions/sessions';
export { invite, type NewInvitation } from './identity/sign-up/invitations';
export { createFirstRunCode } from './identity/sign-up/first-run';
export { createUser, type NewUser } from './identity/users/create-user';
export { codeOf as mailCodeOf } from './identity/mail/mail-codes';
export { type Plan, PLANS } from './identity/permissions/plans';
export { type Scope, SCOPES } from './identity/permissions/scopes';
export { openAccessDatabase } from './platform/access-database';
export { CAPS, LIMITS, limitsDocument } from './identity/limits/limits';
export { openApiJson } from './platform/openapi-json';
export { SESSION_COOKIE } from './identity/sessions/cookies';
