import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CommandPayload,
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  sentOf,
  UpdateWebhookEndpoint,
  WebhookEndpointChange,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import {
  CreateWebhookEndpointBody,
  payloadVersionOf,
  UpdateWebhookEndpointBody,
} from './webhook-endpoint.bodies';
import { fromEndpointRow, toWebhookEndpoint } from './webhook-endpoint.resource';
import { WebhookEndpoint } from './webhook-endpoint.schema';
import { type WebhookEndpointQuery, WEBHOOK_ENDPOINTS } from './webhook-endpoints.store';

@ApiTags('Account: Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List webhook endpoints',
    scopes: ['webhooks:read'],
    query: WEBHOOK_ENDPOINTS,
    answer: pageOf(WebhookEndpoint),
  })
  async list(
    @Granted() access: Access,
    @ParsedQuery() query: WebhookEndpointQuery,
    @RequestUrl() url: string,
  ) {
    const { rows, total } = await WEBHOOK_ENDPOINTS.page(this.database, query, access);
    return paginated({ data: rows.map((row) => fromEndpointRow(row)), total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Register a webhook endpoint',
    description: 'The signing secret is in this answer only; it cannot be read again, but it can be rotated.',
    scopes: ['webhooks:write'],
    status: 201,
    planLimited: true,
    answer: changed('Webhook endpoint created.', WebhookEndpoint),
  })
  async create(@Granted() access: Access, @Body() body: CreateWebhookEndpointBody) {
    const { endpoint, secret } = await this.commands.change(
      CreateWebhookEndpoint,
      this.wanted(access, body),
      {
        access,
        key: access.userId, // endpoints of one user in turn: their number is limited
      },
    );
    return { message: 'Webhook endpoint created.', data: toWebhookEndpoint(endpoint, { secret }) };
  }

  @Get(':webhookId')
  @Endpoint({
    summary: 'Show a webhook endpoint',
    scopes: ['webhooks:read'],
    of: 'resource',
    answer: dataOf(WebhookEndpoint),
  })
  async one(@Granted() access: Access, @Param('webhookId', PathIdPipe) id: number) {
    return { data: fromEndpointRow(await WEBHOOK_ENDPOINTS.one(this.database, id, access)) };
  }

  @Put(':webhookId')
  @Endpoint({
    summary: 'Update a webhook endpoint',
    description:
      'Members that are left out keep their value; `payload_version` is fixed and not read. Turning an endpoint off ' +
      'discards what waits for it; turning it on resets its health.',
    scopes: ['webhooks:write'],
    of: 'resource',
    planLimited: true,
    answer: changed('Webhook endpoint updated.', WebhookEndpoint),
  })
  async update(
    @Granted() access: Access,
    @Param('webhookId', PathIdPipe) id: number,
    @Body() body: UpdateWebhookEndpointBody,
  ) {
    const changes = sentOf(WebhookEndpointChange, body);
    const payload = { id, changes, endpoint_limits: this.limitsOf(access) };
    const options = { access, key: id };
    const { endpoint } = await this.commands.change(UpdateWebhookEndpoint, payload, options);
    return { message: 'Webhook endpoint updated.', data: toWebhookEndpoint(endpoint) };
  }

  @Delete(':webhookId')
  @Endpoint({
    summary: 'Delete a webhook endpoint',
    description: 'Sending stops, and its deliveries are erased.',
    scopes: ['webhooks:write'],
    of: 'resource',
    answer: done('Webhook endpoint deleted.'),
  })
  async delete(@Granted() access: Access, @Param('webhookId', PathIdPipe) id: number) {
    await this.commands.change(DeleteWebhookEndpoint, { id }, { access, key: id });
    return { message: 'Webhook endpoint deleted.' };
  }

  @Post(':webhookId/rotate-secret')
  @Endpoint({
    summary: 'Rotate the signing secret of a webhook endpoint',
    description:
      'The new secret is in this answer only. For 24 hours deliveries are signed with the old one beside it, so that ' +
      'a receiver can take the new one without missing any.',
    scopes: ['webhooks:write'],
    of: 'resource',
    answer: changed('Webhook secret rotated.', WebhookEndpoint),
  })
  async rotate(@Granted() access: Access, @Param('webhookId', PathIdPipe) id: number) {
    const { endpoint, secret, previousSecretValidUntil } = await this.commands.change(
      RotateWebhookSecret,
      { id },
      { access, key: id },
    );
    return {
      message: 'Webhook secret rotated.',
      data: toWebhookEndpoint(endpoint, { secret, previous_secret_valid_until: previousSecretValidUntil }),
    };
  }

  /**
   * Returns the maximum number of endpoints in the user's plan: for endpoints that people register, and for those of
   * automation platforms.
   */
  private limitsOf({ plan }: Access): { people: number; automation: number } {
    const { webhookEndpointLimits, automationEndpointLimits } = this.config;
    return { people: webhookEndpointLimits[plan], automation: automationEndpointLimits[plan] };
  }

  private wanted(
    access: Access,
    body: CreateWebhookEndpointBody,
  ): CommandPayload<typeof CreateWebhookEndpoint> {
    const { people, automation } = this.limitsOf(access);
    const wanted = sentOf(NewWebhookEndpoint, body);
    return {
      ...wanted,
      payload_version: payloadVersionOf(body),
      endpoint_limit: wanted.type === 'WEBHOOK' ? people : automation,
    };
  }
}
