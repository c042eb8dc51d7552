import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { nameIn, canonicalName, sampleBody, WEBHOOK_EVENTS } from '@tributary/contracts';
import { pageOf, paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { toWebhookEvent, typesAskedFor, versionAskedFor, viewOf } from './webhook-event.resource';
import { WEBHOOK_EVENT_LIST, type WebhookEventQuery } from './webhook-events.store';
import { WebhookEventBody } from '../../rest/openapi/webhook-payloads';

@ApiTags('Account: Webhooks')
@Controller('webhooks')
export class WebhookEventsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get('events')
  @Endpoint({
    summary: 'List what happened, for programs that cannot receive webhooks',
    description:
      'What endpoints receive, as far as the token reads it, whether or not there is an endpoint. Resources that the ' +
      'token’s scopes do not read are named by their id alone.',
    scopes: ['webhooks:read'],
    query: WEBHOOK_EVENT_LIST,
    answer: pageOf(WebhookEventBody),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: WebhookEventQuery, @RequestUrl() url: string) {
    const { rows, total } = await WEBHOOK_EVENT_LIST.page(this.database, query, access);
    const view = viewOf(access, query.flags.has('omit_sensitive_identifiers'));
    const version = versionAskedFor(query.filters);
    const data = rows.map((row) => toWebhookEvent(row, view, version));
    return paginated({ data, total, page: query.page, url });
  }

  @Get('samples')
  @Endpoint({
    summary: 'Show what an event looks like, as a plain list',
    description:
      'The newest events of the requested types, in the form in which endpoints get them, and an invented one for ' +
      'each type without events: automation platforms show them while a user edits a workflow.',
    scopes: ['webhooks:read'],
    query: WEBHOOK_EVENT_LIST,
    answer: Type.Array(WebhookEventBody),
  })
  async samples(@Granted() access: Access, @ParsedQuery() query: WebhookEventQuery) {
    const { rows } = await WEBHOOK_EVENT_LIST.page(this.database, query, access);
    const view = viewOf(access, query.flags.has('omit_sensitive_identifiers'));
    const version = versionAskedFor(query.filters);
    if (rows.length > 0) return rows.map((row) => toWebhookEvent(row, view, version));
    const asked = typesAskedFor(query.filters);
    const types = new Set((asked.length > 0 ? asked : WEBHOOK_EVENTS).map(canonicalName));
    return [...types].map((type) => sampleBody(nameIn(version, type), version, view));
  }
}
