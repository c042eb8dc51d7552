import { Body, Controller, Headers, Inject, Post } from '@nestjs/common';
import { CreateWebhookEndpoint } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import type { Access } from '../auth/access';
import { Granted, Scopes } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { project } from '../query-model/project';
import { resourceRow, WEBHOOK_ENDPOINTS } from '../query-model/resources.projection';
import { CreateWebhookEndpointBody, payloadVersionOf } from './create-webhook-endpoint.body';
import { toWebhookEndpoint } from './webhook-endpoint.resource';

@Controller('webhooks')
export class WebhooksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Post()
  @Scopes('webhooks:write')
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
