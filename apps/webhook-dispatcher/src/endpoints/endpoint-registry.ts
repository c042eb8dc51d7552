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

/** The members of an endpoint that its sender needs. */
export interface SendableEndpoint {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
  readonly target: Target;
  readonly enabled: boolean;
  readonly type: WebhookType;
  /** The last published status. */
  readonly healthStatus: Health['status'];
  /** Returns the current signing keys. For a while after a rotation, these include the old key. */
  signingKeys(nowMs: number): readonly KeyObject[];
}

/** Loads and changes endpoints on behalf of their senders. */
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

  /** Disables the endpoint permanently and discards its waiting deliveries. A second call changes nothing. */
  async disable(id: number, reason: DisabledReason, health: SendingHealth): Promise<void> {
    await this.database.transaction(async (tx) => {
      const endpoint = await lockEndpoint(tx, { id, enabled: true });
      if (!endpoint) return;
      await discardWaiting(tx, endpoint);
      await publishEndpoint(tx, endpoint, { enabled: false, health: healthDocument(health, reason) });
    });
  }

  /**
   * Removes an endpoint of an automation platform that no longer listens; the platform registers a new one when it
   * needs one.
   */
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
