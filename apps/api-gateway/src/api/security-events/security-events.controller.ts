import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { pageOf, paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { toSecurityEvent } from './security-event.resource';
import { SecurityEventResource } from './security-event.schema';
import { SECURITY_EVENT_LIST, type SecurityEventQuery } from './security-events.store';

@ApiTags('Account: User')
@Controller('user/security-events')
export class SecurityEventsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List what concerned the security of the account',
    description:
      'Sign-ins and failed ones, tokens and apps made, changed and ended, consents, and the first use of a token, or of ' +
      'an app, from each network. Kept for a year where the operator has not chosen otherwise.',
    scopes: 'owner',
    query: SECURITY_EVENT_LIST,
    answer: pageOf(SecurityEventResource),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: SecurityEventQuery, @RequestUrl() url: string) {
    const { rows, total } = await SECURITY_EVENT_LIST.page(this.database, query, access.userId);
    return paginated({ data: rows.map(toSecurityEvent), total, page: query.page, url });
  }
}
