import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { RequestUrl } from '../query/query.guard';
import { callbackRoute } from './callback.controller';
import { ConnectByTokenOrLinkBody } from './connect.bodies';
import { connectByTokenOrLink } from './connect-by-token-or-link';
import { authorizedConnectionRoutes } from './connections.controller';
import { placeRoutes } from './places.controller';
import { WORKSPACE } from './workspace.schema';

const TAG = 'Destinations: WORKSPACE';

@ApiTags(TAG)
@Controller('destinations/workspace/connections')
export class WorkspaceConnectionsController extends authorizedConnectionRoutes(WORKSPACE) {
  @Post()
  @Endpoint({
    summary: 'Connect a WORKSPACE',
    description:
      'With `access_token`, the secret of an internal integration that the databases are shared with, or with ' +
      '`redirect_url`: then send the user’s browser to `auth_url`.',
    scopes: ['destinations:write'],
    status: 201,
    answer: changed('Destination connection created.', WORKSPACE.connection.schema),
  })
  async connect(
    @Granted() access: Access,
    @Body() body: ConnectByTokenOrLinkBody,
    @RequestUrl() url: string,
  ) {
    const data = await connectByTokenOrLink(this.writes, access, WORKSPACE, body, url);
    return { message: 'Destination connection created.', data };
  }
}

@ApiTags(TAG)
@Controller('destinations/workspace/connections/callback')
export class WorkspaceCallbackController extends callbackRoute(WORKSPACE) {}

@ApiTags(TAG)
@Controller('destinations/workspace/databases')
export class DatabasesController extends placeRoutes(WORKSPACE, 'unit') {}

@ApiTags(TAG)
@Controller('destinations/workspace/data-sources')
export class DataSourcesController extends placeRoutes(WORKSPACE, 'target') {}

/** The callback before the connections: its path would be one of their ids. */
export const WORKSPACE_CONTROLLERS = [
  WorkspaceCallbackController,
  WorkspaceConnectionsController,
  DatabasesController,
  DataSourcesController,
] as const;
