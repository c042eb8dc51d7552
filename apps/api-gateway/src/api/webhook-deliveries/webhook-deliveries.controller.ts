import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { RecoverDeliveries, RedeliverWebhook, requireCover, SendTestEvent } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { RateLimits } from '../../identity/limits/rate-limits';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { readFigures, WEBHOOK_DELIVERIES, type WebhookDeliveryQuery } from './webhook-deliveries.store';
import { WebhookDelivery, WebhookFigures } from './webhook-delivery.schema';
import { WEBHOOK_ENDPOINTS } from '../webhook-endpoints/webhook-endpoints.store';
import { RecoverDeliveriesBody, SendTestEventBody } from './webhook-delivery.bodies';

@ApiTags('Account: Webhooks')
@Controller('webhooks/:webhookId')
export class WebhookDeliveriesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  @Get('deliveries')
  @Endpoint({
    summary: 'List the deliveries of a webhook endpoint, with all attempts',
    description: 'A delivery is listed from its first attempt on, or once it was discarded or requested.',
    scopes: ['webhooks:read'],
    of: 'resource',
    query: WEBHOOK_DELIVERIES,
    answer: pageOf(WebhookDelivery),
  })
  async list(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) webhookId: number,
    @ParsedQuery() query: WebhookDeliveryQuery,
    @RequestUrl() url: string,
  ) {
    await this.requireEndpoint(access, webhookId);
    const { rows, total } = await WEBHOOK_DELIVERIES.page(this.database, query, webhookId);
    return paginated({
      data: rows.map((row) => toResourceForm(WebhookDelivery, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get('deliveries/:deliveryId')
  @Endpoint({
    summary: 'Show a delivery, with all attempts',
    scopes: ['webhooks:read'],
    of: 'resource',
    answer: dataOf(WebhookDelivery),
  })
  async one(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) webhookId: number,
    @Param('deliveryId', PathIdPipe) deliveryId: number,
  ) {
    await this.requireEndpoint(access, webhookId);
    return { data: await this.delivery(webhookId, deliveryId) };
  }

  @Get('figures')
  @Endpoint({
    summary: 'Show how many attempts a webhook endpoint answered in each hour, and how fast',
    description: 'Of the last 48 hours, oldest first; the durations are null in an hour without an attempt.',
    scopes: ['webhooks:read'],
    of: 'resource',
    answer: dataOf(Type.Array(WebhookFigures)),
  })
  async figures(@Granted() access: Access, @Param('webhookId', PathIdPipe) webhookId: number) {
    await this.requireEndpoint(access, webhookId);
    const rows = await readFigures(this.database, webhookId);
    return { data: rows.map((row) => toResourceForm(WebhookFigures, row)) };
  }

  @Post('deliveries/:deliveryId/redeliver')
  @Endpoint({
    summary: 'Send a delivery again',
    description:
      'Whatever its outcome was; under its own `webhook-id`. The schedule of retries begins again.',
    scopes: ['webhooks:write'],
    of: 'resource',
    answer: changed('Delivery queued again.', WebhookDelivery),
  })
  async redeliver(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) endpointId: number,
    @Param('deliveryId', PathIdPipe) deliveryId: number,
  ) {
    await this.requireAllowance(access, endpointId);
    await this.commands.change(RedeliverWebhook, { endpointId, deliveryId }, { access, key: endpointId });
    return { message: 'Delivery queued again.', data: await this.delivery(endpointId, deliveryId) };
  }

  @Post('recover')
  @Endpoint({
    summary: 'Send again all that failed since a time',
    description:
      'All deliveries of the endpoint that were made between `since` and `until` and have failed or were discarded, oldest ' +
      'first, in the background. The answer says how many there are.',
    scopes: ['webhooks:write'],
    of: 'resource',
    answer: changed('Recovery started.', Type.Object({ deliveries: Type.Integer({ minimum: 0 }) })),
  })
  async recover(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) id: number,
    @Body() { since, until }: RecoverDeliveriesBody,
  ) {
    await this.requireAllowance(access, id);
    const payload = { id, since: inUtc(since), until: until ? inUtc(until) : null };
    const { deliveries } = await this.commands.change(RecoverDeliveries, payload, {
      access,
      key: id,
    });
    return { message: 'Recovery started.', data: { deliveries } };
  }

  @Post('test')
  @Endpoint({
    summary: 'Send a test event to a webhook endpoint',
    description: 'Invented values, signed and retried like any other event, with `test: true` in the body.',
    scopes: ['webhooks:write'],
    of: 'resource',
    answer: changed('Test event queued.', WebhookDelivery),
  })
  async test(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) id: number,
    @Body() { event = null }: SendTestEventBody,
  ) {
    await this.requireAllowance(access, id);
    const sent = await this.commands.change(SendTestEvent, { id, event }, { access, key: id });
    return { message: 'Test event queued.', data: await this.delivery(id, sent.delivery.id) };
  }

  private async requireEndpoint(access: Access, id: number): Promise<void> {
    const endpoint = await WEBHOOK_ENDPOINTS.one(this.database, id, access);
    const { reading_scopes: scopes = [], financial_account_ids: accountIds } = endpoint.document;
    requireCover(access.caller, { scopes, accountIds });
  }

  /** Limits requests that make us send to another's host. @throws Problem (not_found), RateLimitedError */
  private async requireAllowance(access: Access, id: number): Promise<void> {
    const { document } = await WEBHOOK_ENDPOINTS.one(this.database, id, access);
    await this.limits.require('webhookRequests', access.userId);
    await this.limits.require('webhookRequestsOfHost', new URL(document.url).hostname);
  }

  private async delivery(webhookId: number, deliveryId: number) {
    return toResourceForm(
      WebhookDelivery,
      await WEBHOOK_DELIVERIES.one(this.database, deliveryId, webhookId),
    );
  }
}

function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}
