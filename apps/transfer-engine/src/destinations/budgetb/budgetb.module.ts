import { DynamicModule, Module } from '@nestjs/common';
import { connectorModule } from '../connector';
import { BudgetbClient } from './client';
import { BudgetbConfig, readBudgetbConfig } from './config';
import { BudgetbDestination } from './budgetb.destination';
import { BudgetbDirectory } from './budgetb.directory';

/** Budgets on users’ own Actual servers. */
@Module({})
export class BudgetbModule {
  static readonly readConfig = readBudgetbConfig;

  static register(config: BudgetbConfig): DynamicModule {
    return connectorModule(BudgetbModule, 'BUDGETB', () => {
      const client = new BudgetbClient(config);
      return {
        destination: new BudgetbDestination(client, config),
        directory: new BudgetbDirectory(client),
      };
    });
  }
}
