import { Inject, Injectable } from '@nestjs/common';
import { Health, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { DisabledReason, healthDocument, SendingHealth } from './endpoint-health';
import { toUpserted } from './endpoint-event';
import { openSecret, signingKey } from './signing-secret';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** What a sender needs to know of its endpoint. */
export interface SendableEndpoint {
  readonly id: number;
  readonly version: number;
  readonly url: string;
  readonly enabled: boolean;
  /** As last published. */
  readonly healthStatus: Health['status'];
  /** What to sign with now: after a rotation, for a while, with the old one too. */
  signingKeys(nowMs: number): Buffer[];
}

/** Endpoints as their senders see and change them. */
@Injectable()
export class EndpointRegistry {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  async load(id: number): Promise<SendableEndpoint | null> {
    const endpoint = await this.database.dataSource.manager.findOneBy(WebhookEndpoint, { id });
    return endpoint ? this.toSendable(endpoint) : null;
  }

  /** Tells the world how the endpoint does. */
  async publishHealth(id: number, health: SendingHealth): Promise<void> {
    await this.database.transaction((tx) => change(tx, id, { health: healthDocument(health) }));
  }

  /** Turns the endpoint off for good; what waits for it is discarded. Once: a second time changes nothing. */
  async disable(id: number, reason: DisabledReason, health: SendingHealth): Promise<void> {
    await this.database.transaction(async (tx) => {
      await change(tx, id, { enabled: false, health: healthDocument(health, reason) });
      await tx.execute(
        `update deliveries set status = 'DISCARDED' where endpoint_id = $1 and status = 'PENDING'`,
        [id],
      );
    });
  }

  private toSendable(endpoint: WebhookEndpoint): SendableEndpoint {
    const { id, version, url, enabled } = endpoint;
    const current = signingKey(openSecret(this.box, id, endpoint.secret));
    const previous = endpoint.previousSecret && signingKey(openSecret(this.box, id, endpoint.previousSecret));
    const previousUntilMs = endpoint.previousSecretValidUntil?.getTime() ?? 0;
    return {
      id,
      version,
      url,
      enabled,
      healthStatus: endpoint.health.status,
      signingKeys: (nowMs) => (previous && nowMs < previousUntilMs ? [current, previous] : [current]),
    };
  }
}

async function change(
  tx: Tx,
  id: number,
  changes: { readonly health: Health; readonly enabled?: false },
): Promise<void> {
  const endpoint = await tx.manager.findOne(WebhookEndpoint, {
    where: { id, enabled: true },
    lock: { mode: 'pessimistic_write' },
  });
  if (!endpoint) return;
  Object.assign(endpoint, changes, { version: endpoint.version + 1, updatedAt: new Date() });
  await tx.manager.save(endpoint);
  await appendToOutbox(tx, [event(WebhookEndpointUpsertedV1, id, toUpserted(endpoint))]);
}
