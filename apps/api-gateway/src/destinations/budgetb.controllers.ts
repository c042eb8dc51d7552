import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { BUDGETB } from './budgetb.schema';
import { ConnectBudgetbBody } from './connect.bodies';
import { connectionRoutes } from './connections.controller';
import { placeRoutes } from './places.controller';

const TAG = 'Destinations: BUDGETB';

@ApiTags(TAG)
@Controller('destinations/budgetb/connections')
export class BudgetbConnectionsController extends connectionRoutes(BUDGETB) {
  @Post()
  @Endpoint({
    summary: 'Connect a BUDGETB server',
    description: 'The same server again renews the connection.',
    scopes: ['destinations:write'],
    status: 201,
    answer: changed('Destination connection created.', BUDGETB.connection.schema),
  })
  async connect(@Granted() access: Access, @Body() body: ConnectBudgetbBody) {
    const { name, server_url: serverUrl, password, encryption_password: encryptionPassword } = body;
    const encryption = encryptionPassword === undefined ? {} : { encryptionPassword };
    const credentials = { type: 'BUDGETB', serverUrl, password, ...encryption } as const;
    const data = await this.writes.connect(access, BUDGETB, name, credentials);
    return { message: 'Destination connection created.', data };
  }
}

@ApiTags(TAG)
@Controller('destinations/budgetb/budgets')
export class BudgetbBudgetsController extends placeRoutes(BUDGETB, 'unit') {}

@ApiTags(TAG)
@Controller('destinations/budgetb/accounts')
export class BudgetbAccountsController extends placeRoutes(BUDGETB, 'target') {}

export const BUDGETB_CONTROLLERS = [
  BudgetbConnectionsController,
  BudgetbBudgetsController,
  BudgetbAccountsController,
] as const;
