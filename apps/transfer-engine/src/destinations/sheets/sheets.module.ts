import { DynamicModule, Module } from '@nestjs/common';
import { connectorModule } from '../connector';
import { SheetsClient } from './client';
import { SheetsConfig, readSheetsConfig } from './config';
import { SheetsDestination } from './sheets.destination';
import { SheetsDirectory } from './sheets.directory';

/** Spreadsheets that are shared with a service account. */
@Module({})
export class SheetsModule {
  static readonly readConfig = readSheetsConfig;

  static register(config: SheetsConfig): DynamicModule {
    return connectorModule(SheetsModule, 'SHEETS', (clock) => {
      const client = new SheetsClient(config, clock);
      return {
        destination: new SheetsDestination(client, config),
        directory: new SheetsDirectory(client),
      };
    });
  }
}
