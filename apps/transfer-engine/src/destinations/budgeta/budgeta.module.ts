import { DynamicModule, Module } from '@nestjs/common';
import { AuthorizationServer } from '../http/authorization-server';
import { connectorModule } from '../connector';
import { BudgetaClient } from './client';
import { BudgetaConfig, readBudgetaConfig } from './config';
import { BudgetaDestination } from './budgeta.destination';
import { BudgetaDirectory } from './budgeta.directory';

/** Budgets over BUDGETA’s HTTP interface. */
@Module({})
export class BudgetaModule {
  static readonly readConfig = readBudgetaConfig;

  static register(config: BudgetaConfig): DynamicModule {
    return connectorModule(BudgetaModule, 'BUDGETA', () => {
      const client = new BudgetaClient(config);
      const server = authorizationServer(config);
      return {
        destination: new BudgetaDestination(client, config, server),
        directory: new BudgetaDirectory(client, server),
      };
    });
  }
}

/** Null if no application is configured: users then enter access tokens. */
function authorizationServer(config: BudgetaConfig): AuthorizationServer | null {
  const { application, oauthUrl, requestTimeoutMs: timeoutMs } = config;
  if (!application) return null;
  return new AuthorizationServer({
    type: 'BUDGETA',
    application,
    authorizeUrl: `${oauthUrl}/authorize`,
    tokenUrl: `${oauthUrl}/token`,
    timeoutMs,
    pkce: true,
    client: 'form',
  });
}
