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
import { healthDocument, UNTRIED } from './health/endpoint-health';
import { accountErrors, readableAccounts } from './validation/endpoint-accounts';
import { checkEndpointLimit } from './validation/endpoint-limit';
import { validateEndpoint } from './validation/endpoint-validation';
import { newSigningSecret, sealSecret } from './signing-secret';
import { WebhookEndpoint } from './webhook-endpoint.entity';

type Wanted = CommandPayload<typeof CreateWebhookEndpoint>;

/** Registers endpoints: validation first, then the plan's limit, then the only writes. */
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
    await checkEndpointLimit(tx, caller.userId, payload.type, payload.endpointLimit);
    const secret = newSigningSecret();
    const author = await authorNow(tx, caller);
    const endpoint = await this.insert(payload, caller, author, secret, tx);
    const upserted = toUpserted(endpoint);
    await appendToOutbox(tx, [event(WebhookEndpointUpsertedV1, endpoint.id, upserted)]);
    return { endpoint: upserted, secret };
  }

  private async validate(wanted: Wanted, caller: Caller, tx: Tx): Promise<void> {
    const ids = wanted.financialAccountIds ?? [];
    const errors = {
      ...validateEndpoint(wanted, this.guard),
      ...(await accountErrors(tx, ids, caller)),
    };
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  }

  private async insert(
    wanted: Wanted,
    caller: Caller,
    author: Author,
    secret: string,
    tx: Tx,
  ): Promise<WebhookEndpoint> {
    const [row] = await tx.query<{ id: number }>(`select nextval('webhook_endpoints_id_seq') as id`);
    if (!row) throw new Error('the sequence of endpoint ids gave nothing');
    const now = new Date();
    const endpoint = await tx.manager.save(WebhookEndpoint, {
      id: row.id,
      version: 1,
      userId: caller.userId,
      url: wanted.url,
      description: wanted.description,
      enabled: wanted.enabled,
      type: wanted.type,
      events: [...new Set(wanted.events)],
      payloadVersion: wanted.payloadVersion,
      financialAccountIds: readableAccounts(wanted.financialAccountIds, author.accountIds),
      grantId: author.grantId,
      paused: null,
      narrowedAt: null,
      omitSensitiveIdentifiers: wanted.omitSensitiveIdentifiers,
      redactSensitive: !isGranted(author, 'sensitive:read'),
      grantedScopes: author.scopes && [...author.scopes],
      secret: sealSecret(this.box, row.id, secret),
      retiredSecrets: [],
      health: healthDocument(UNTRIED),
      createdAt: now,
      updatedAt: now,
    });
    await tx.execute('insert into sending_states (endpoint_id) values ($1)', [row.id]);
    return endpoint;
  }
}
