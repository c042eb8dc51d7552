import { Inject, Injectable } from '@nestjs/common';
import { Health, WebhookType } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { discardWaiting } from '../deliveries/discard-waiting';
import { KeyObject } from 'node:crypto';
import { DisabledReason, healthDocument, SendingHealth } from './health/endpoint-health';
import { type Target, targetOf } from './target';
import { publishEndpoint } from './endpoint-event';
import { findEndpoint, lockEndpoint } from './endpoints.store';
import { removeEndpoint } from './remove-endpoint';
import { openSecret, signingKey } from './signing-secret';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** What a sender needs of its endpoint. */
export interface SendableEndpoint {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
  readonly target: Target;
  readonly enabled: boolean;
  readonly type: WebhookType;
  /** As last published. */
  readonly healthStatus: Health['status'];
  /** The keys that sign now: after a rotation, for a while, with the old one. */
  signingKeys(nowMs: number): readonly KeyObject[];
}

/** Endpoints for their senders. */
@Injectable()
export class EndpointRegistry {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  async load(id: number): Promise<SendableEndpoint | null> {
    const endpoint = await findEndpoint(this.database, id);
    return endpoint ? this.toSendable(endpoint) : null;
  }

  /** Publishes the endpoint's health. */
  async publishHealth(id: number, health: SendingHealth): Promise<void> {
    await this.database.transaction(async (tx) => {
      const endpoint = await lockEndpoint(tx, { id, enabled: true });
      if (endpoint) await publishEndpoint(tx, endpoint, { health: healthDocument(health) });
    });
  }

  /** Turns the endpoint off for good and discards its waiting deliveries. A second time changes nothing. */
  async disable(id: number, reason: DisabledReason, health: SendingHealth): Promise<void> {
    await this.database.transaction(async (tx) => {
      const endpoint = await lockEndpoint(tx, { id, enabled: true });
      if (!endpoint) return;
      await discardWaiting(tx, endpoint);
      await publishEndpoint(tx, endpoint, { enabled: false, health: healthDocument(health, reason) });
    });
  }

  /** It has no listener any more, and its platform creates a new one when it needs one. */
  async remove(id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const endpoint = await lockEndpoint(tx, { id, enabled: true });
      if (endpoint) await removeEndpoint(tx, endpoint);
    });
  }

  private toSendable(endpoint: WebhookEndpoint): SendableEndpoint {
    const { id, userId, version, url, enabled, type } = endpoint;
    const keyOf = (sealed: string): KeyObject => signingKey(openSecret(this.box, id, sealed));
    const current = keyOf(endpoint.secret);
    const alone = [current];
    const retired = endpoint.retiredSecrets.map(({ secret, valid_until }) => ({
      key: keyOf(secret),
      untilMs: Date.parse(valid_until),
    }));
    return {
      id,
      userId,
      version,
      target: targetOf(url),
      enabled,
      type,
      healthStatus: endpoint.health.status,
      signingKeys: (nowMs) =>
        retired.length === 0
          ? alone
          : [current, ...retired.filter(({ untilMs }) => nowMs < untilMs).map(({ key }) => key)],
    };
  }
}
