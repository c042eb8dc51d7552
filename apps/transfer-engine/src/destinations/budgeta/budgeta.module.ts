import { DynamicModule, Module } from '@nestjs/common';
import { connectorModule } from '../connector';
import { BudgetaClient } from './client';
import { BudgetaConfig, readBudgetaConfig } from './config';
import { BudgetaDestination } from './budgeta.destination';
import { BudgetaDirectory } from './budgeta.directory';
import { BudgetaOAuth } from './oauth';

/** Budgets over BUDGETA’s HTTP interface. */
@Module({})
export class BudgetaModule {
  static readonly readConfig = readBudgetaConfig;

  static register(config: BudgetaConfig): DynamicModule {
    return connectorModule(BudgetaModule, 'BUDGETA', () => {
      const client = new BudgetaClient(config);
      const { application, requestTimeoutMs } = config;
      const oauth = application && new BudgetaOAuth(application, requestTimeoutMs);
      return {
        destination: new BudgetaDestination(client, config, oauth),
        directory: new BudgetaDirectory(client, oauth),
      };
    });
  }
}
