import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { RequestUrl } from '../query/query.guard';
import { BUDGETA } from './budgeta.schema';
import { callbackRoute } from './callback.controller';
import { ConnectByTokenOrLinkBody } from './connect.bodies';
import { connectByTokenOrLink } from './connect-by-token-or-link';
import { authorizedConnectionRoutes } from './connections.controller';
import { placeRoutes } from './places.controller';

const TAG = 'Destinations: BUDGETA';

@ApiTags(TAG)
@Controller('destinations/budgeta/connections')
export class BudgetaConnectionsController extends authorizedConnectionRoutes(BUDGETA) {
  @Post()
  @Endpoint({
    summary: 'Connect BUDGETA',
    description:
      'With `access_token`, a personal access token of the user’s, or with `redirect_url`: then send the user’s ' +
      'browser to `auth_url`. The same user at BUDGETA again renews the connection.',
    scopes: ['destinations:write'],
    status: 201,
    answer: changed('Destination connection created.', BUDGETA.connection.schema),
  })
  async connect(
    @Granted() access: Access,
    @Body() body: ConnectByTokenOrLinkBody,
    @RequestUrl() url: string,
  ) {
    const data = await connectByTokenOrLink(this.writes, access, BUDGETA, body, url);
    return { message: 'Destination connection created.', data };
  }
}

@ApiTags(TAG)
@Controller('destinations/budgeta/connections/callback')
export class BudgetaCallbackController extends callbackRoute(BUDGETA) {}

@ApiTags(TAG)
@Controller('destinations/budgeta/budgets')
export class BudgetaBudgetsController extends placeRoutes(BUDGETA, 'unit') {}

@ApiTags(TAG)
@Controller('destinations/budgeta/accounts')
export class BudgetaAccountsController extends placeRoutes(BUDGETA, 'target') {}

/** The callback before the connections: its path would be one of their ids. */
export const BUDGETA_CONTROLLERS = [
  BudgetaCallbackController,
  BudgetaConnectionsController,
  BudgetaBudgetsController,
  BudgetaAccountsController,
] as const;
