import { Controller, Inject } from '@nestjs/common';
import {
  Caller,
  CommandPayload,
  CommandResult,
  CreateWebhookEndpoint,
  Problem,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { appendToOutbox, event, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AddressGuard } from './address-guard';
import { toUpserted } from './endpoint-event';
import { healthDocument, UNTRIED } from './endpoint-health';
import { accountErrors, accountScope } from './endpoint-accounts';
import { validateEndpoint } from './endpoint-validation';
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
    await checkLimit(tx, caller.userId, payload);
    const secret = newSigningSecret();
    const endpoint = await this.insert(payload, caller, secret, tx);
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

  private async insert(wanted: Wanted, caller: Caller, secret: string, tx: Tx): Promise<WebhookEndpoint> {
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
      financialAccountIds: accountScope(wanted.financialAccountIds, caller),
      omitSensitiveIdentifiers: wanted.omitSensitiveIdentifiers,
      redactSensitive: wanted.redactSensitive,
      grantedScopes: wanted.grantedScopes ?? null,
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

/**
 * Endpoints of people and those that automation platforms register (one for each edit of a workflow) are counted
 * apart. Creations of one user take turns, so that two at once cannot both be the last that fits.
 */
async function checkLimit(tx: Tx, userId: number, { type, endpointLimit: limit }: Wanted): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints of ' || $1, 0))`, [
    String(userId),
  ]);
  const [row] = await tx.query<{ current: number }>(
    `select count(*) as current from webhook_endpoints
      where user_id = $1 and (type = 'WEBHOOK') = ($2 = 'WEBHOOK')`,
    [userId, type],
  );
  const current = row?.current ?? 0;
  if (current >= limit) {
    throw new Problem({ kind: 'plan_limit', feature: 'webhook_endpoint', current, limit });
  }
}
