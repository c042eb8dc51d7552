import { Controller, Inject } from '@nestjs/common';
import {
  Author,
  Caller,
  CommandPayload,
  CommandResult,
  CreateWebhookEndpoint,
  isGranted,
  Problem,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { appendToOutbox, event, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { AddressGuard } from '@tributary/outbound';
import { toUpserted } from './endpoint-event';
import { insertEndpoint, newEndpointId } from './endpoints.store';
import { healthDocument, UNTRIED } from './health/endpoint-health';
import { accountErrors, readableAccounts } from './validation/endpoint-accounts';
import { checkEndpointLimit } from './validation/endpoint-limit';
import { validateEndpoint } from './validation/endpoint-validation';
import { newSigningSecret, sealSecret } from './signing-secret';
import { WebhookEndpoint } from './webhook-endpoint.entity';

type Wanted = CommandPayload<typeof CreateWebhookEndpoint>;

/** Registers endpoints: validates, checks the plan's limit, and only then writes. */
@Controller()
export class CreateWebhookEndpointHandler {
  constructor(
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(AddressGuard) private readonly guard: AddressGuard,
  ) {}

  @OnCommand(CreateWebhookEndpoint)
  async create(
    { caller, payload }: ReceivedCommand<typeof CreateWebhookEndpoint>,
    tx: Tx,
  ): Promise<CommandResult<typeof CreateWebhookEndpoint>> {
    await this.validate(payload, caller, tx);
    await checkEndpointLimit(tx, caller.userId, payload.type, payload.endpoint_limit);
    const secret = newSigningSecret();
    const author = await authorNow(tx, caller);
    const endpoint = await this.insert(payload, caller, author, secret, tx);
    const upserted = toUpserted(endpoint);
    await appendToOutbox(tx, [event(WebhookEndpointUpsertedV1, endpoint.id, upserted)]);
    return { endpoint: upserted, secret };
  }

  private async validate(wanted: Wanted, caller: Caller, tx: Tx): Promise<void> {
    const ids = wanted.financial_accounts ?? [];
    const errors = {
      ...validateEndpoint(wanted, this.guard),
      ...(await accountErrors(tx, ids, caller)),
    };
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  }

  private async insert(
    { financial_accounts, endpoint_limit: _, ...settings }: Wanted,
    caller: Caller,
    author: Author,
    secret: string,
    tx: Tx,
  ): Promise<WebhookEndpoint> {
    const id = await newEndpointId(tx);
    const now = new Date();
    return insertEndpoint(tx, {
      id,
      version: 1,
      userId: caller.userId,
      ...settings,
      events: [...new Set(settings.events)],
      financial_account_ids: readableAccounts(financial_accounts, author.accountIds),
      grantId: author.grantId,
      paused: null,
      narrowedAt: null,
      redactSensitive: !isGranted(author, 'sensitive:read'),
      grantedScopes: author.scopes && [...author.scopes],
      secret: sealSecret(this.box, id, secret),
      retiredSecrets: [],
      health: healthDocument(UNTRIED),
      createdAt: now,
      updatedAt: now,
    });
  }
}
