import { DynamicModule, Module } from '@nestjs/common';
import { AuthorizationServer } from '../http/authorization-server';
import { connectorModule } from '../connector';
import { SheetsClient } from './client';
import { SheetsConfig, readSheetsConfig } from './config';
import { USER_SCOPES } from './credentials/google-account';
import { SheetsDestination } from './sheets.destination';
import { SheetsDirectory } from './sheets.directory';

/** Spreadsheets of users' own accounts, or shared with a service account. */
@Module({})
export class SheetsModule {
  static readonly readConfig = readSheetsConfig;

  static register(config: SheetsConfig): DynamicModule {
    return connectorModule(SheetsModule, 'SHEETS', (clock) => {
      const server = authorizationServer(config);
      const client = new SheetsClient(config, server, clock);
      return {
        destination: new SheetsDestination(client, config),
        directory: new SheetsDirectory(client, server),
      };
    });
  }
}

/**
 * Null if users only enter keys of service accounts. `prompt: consent` is sent each time, because Google otherwise
 * sends no refresh token.
 */
function authorizationServer(config: SheetsConfig): AuthorizationServer | null {
  const { application, authorizeUrl, tokenUrl, requestTimeoutMs: timeoutMs } = config;
  if (!application) return null;
  return new AuthorizationServer({
    type: 'SHEETS',
    application,
    authorizeUrl,
    tokenUrl,
    timeoutMs,
    parameters: { scope: USER_SCOPES, access_type: 'offline', prompt: 'consent' },
    pkce: true,
    client: 'form',
  });
}
