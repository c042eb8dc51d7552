import { DynamicModule, Module } from '@nestjs/common';
import { connectorModule } from '../connector';
import { WorkspaceClient } from './client';
import { WorkspaceConfig, readWorkspaceConfig } from './config';
import { WorkspaceDestination } from './workspace.destination';
import { WorkspaceDirectory } from './workspace.directory';

/** Databases of a Notion workspace. */
@Module({})
export class WorkspaceModule {
  static readonly readConfig = readWorkspaceConfig;

  static register(config: WorkspaceConfig): DynamicModule {
    return connectorModule(WorkspaceModule, 'WORKSPACE', () => {
      const client = new WorkspaceClient(config);
      return {
        destination: new WorkspaceDestination(client, config),
        directory: new WorkspaceDirectory(client),
      };
    });
  }
}
