import { DynamicModule, Module } from '@nestjs/common';
import { AuthorizationServer } from '../http/authorization-server';
import { connectorModule } from '../connector';
import { NOTION_VERSION, WorkspaceClient } from './client';
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
      const server = authorizationServer(config);
      return {
        destination: new WorkspaceDestination(client, config, server),
        directory: new WorkspaceDirectory(client, server),
      };
    });
  }
}

/** Null if users only enter secrets. Notion documents no PKCE and identifies the application by HTTP Basic. */
function authorizationServer(config: WorkspaceConfig): AuthorizationServer | null {
  const { application, baseUrl, requestTimeoutMs: timeoutMs } = config;
  if (!application) return null;
  return new AuthorizationServer({
    type: 'WORKSPACE',
    application,
    authorizeUrl: `${baseUrl}/v1/oauth/authorize`,
    tokenUrl: `${baseUrl}/v1/oauth/token`,
    timeoutMs,
    parameters: { owner: 'user' },
    pkce: false,
    client: 'basic',
    headers: { 'notion-version': NOTION_VERSION },
  });
}
