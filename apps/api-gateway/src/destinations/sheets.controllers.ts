import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { ConnectSheetsBody } from './connect.bodies';
import { connectionRoutes } from './connections.controller';
import { placeRoutes } from './places.controller';
import { SHEETS } from './sheets.schema';

const TAG = 'Destinations: SHEETS';

@ApiTags(TAG)
@Controller('destinations/sheets/connections')
export class SheetsConnectionsController extends connectionRoutes(SHEETS) {
  @Post()
  @Endpoint({
    summary: 'Connect spreadsheets',
    description:
      'Share them with the service account first. The same service account again renews the connection, with the spreadsheets ' +
      'that are named now.',
    scopes: ['destinations:write'],
    status: 201,
    answer: changed('Destination connection created.', SHEETS.connection.schema),
  })
  async connect(
    @Granted() access: Access,
    @Body() { name, service_account_key: serviceAccountKey, spreadsheets }: ConnectSheetsBody,
  ) {
    const credentials = { type: 'SHEETS', serviceAccountKey, spreadsheets } as const;
    const data = await this.writes.connect(access, SHEETS, name, credentials);
    return { message: 'Destination connection created.', data };
  }
}

@ApiTags(TAG)
@Controller('destinations/sheets/spreadsheets')
export class SpreadsheetsController extends placeRoutes(SHEETS, 'unit') {}

@ApiTags(TAG)
@Controller('destinations/sheets/sheets')
export class SheetsController extends placeRoutes(SHEETS, 'target') {}

export const SHEETS_CONTROLLERS = [
  SheetsConnectionsController,
  SpreadsheetsController,
  SheetsController,
] as const;
