import { Body, Controller, Headers, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateWebhookEndpoint } from '@tributary/contracts';
import { changed } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { Endpoint } from '../openapi/endpoint';
import { project } from '../query-model/project';
import { resourceRow, WEBHOOK_ENDPOINTS } from '../query-model/resources.projection';
import { CreateWebhookEndpointBody, payloadVersionOf } from './create-webhook-endpoint.body';
import { toWebhookEndpoint } from './webhook-endpoint.resource';
import { WebhookEndpoint } from './webhook-endpoint.schema';

@ApiTags('Account: Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Register a webhook endpoint',
    description: 'The signing secret is in this answer only; it cannot be read again, but it can be rotated.',
    scopes: ['webhooks:write'],
    status: 201,
    planLimited: true,
    answer: changed('Webhook endpoint created.', WebhookEndpoint),
  })
  async create(
    @Granted() access: Access,
    @Body() body: CreateWebhookEndpointBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    const payload = {
      url: body.url,
      description: body.description ?? null,
      enabled: body.enabled,
      events: body.events,
      financialAccountIds: body.financial_accounts ?? null,
      type: body.type,
      payloadVersion: payloadVersionOf(body),
      omitSensitiveIdentifiers: body.omit_sensitive_identifiers,
      redactSensitive: !access.seesIdentifiers,
      endpointLimit: this.config.webhookEndpointLimits[access.plan],
    };
    const { endpoint, secret } = await this.commands.send(CreateWebhookEndpoint, payload, {
      access,
      key: access.userId, // endpoints of one user in turn: their number is limited
      idempotencyKey,
    });
    await project(this.database, WEBHOOK_ENDPOINTS, [resourceRow(endpoint)]); // so that the caller reads what it wrote
    return { message: 'Webhook endpoint created.', data: toWebhookEndpoint(endpoint, secret) };
  }
}
