export { ApiGatewayModule } from './api-gateway.module';
export { type ApiGatewayConfig, readApiGatewayConfig } from './api-gateway.config';
export { startApiGateway } from './start-api-gateway';
export { issuePersonalToken, type IssuedToken, type NewPersonalToken } from './auth/issue-personal-token';
export { createUser, type NewUser } from './auth/create-user';
export { type Plan, PLANS } from './auth/plans';
export { type Scope, SCOPES } from './auth/scopes';
export { openAccessDatabase } from './auth/access-database';
export { openApiJson } from './openapi/preview';
