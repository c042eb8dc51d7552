import type { Health, PayloadVersion, WEBHOOK_TYPES, WebhookEvent } from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A replaced secret. */
export interface RetiredSecret {
  /** Encrypted. */
  readonly secret: string;
  readonly valid_until: string;
}

/**
 * A user's subscription: a URL and its events. The settings are named like their columns, as in the endpoint's
 * document.
 */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryColumn('bigint')
  id!: number;

  /** Increases with every change that clients can see. */
  @Column('integer')
  version!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('text')
  url!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean')
  enabled!: boolean;

  @Column('text')
  type!: (typeof WEBHOOK_TYPES)[number];

  @Column('text', { array: true })
  events!: WebhookEvent[];

  @Column('text')
  payload_version!: PayloadVersion;

  /** The endpoint's accounts; null for all of the user's. A change of its grant removes accounts and adds none. */
  @Column('jsonb', { nullable: true })
  financial_account_ids!: number[] | null;

  /** The grant through which it was created; null for the owner's own, unrestricted token. */
  @Column('text', { name: 'grant_id', nullable: true })
  grantId!: string | null;

  /** When the endpoint's rights were last reduced: older deliveries are not sent again. */
  @Column('timestamptz', { name: 'narrowed_at', nullable: true })
  narrowedAt!: Date | null;

  @Column('boolean')
  omit_sensitive_identifiers!: boolean;

  /** True if a token without `sensitive:read` registered it. */
  @Column('boolean', { name: 'redact_sensitive' })
  redactSensitive!: boolean;

  /** Scopes of the token that registered it; null for all. Deliveries contain only what it could read. */
  @Column('text', { name: 'granted_scopes', array: true, nullable: true })
  grantedScopes!: string[] | null;

  /** Set while the endpoint is disabled because its grant ended. */
  @Column('jsonb', { nullable: true })
  paused!: StoredPause | null;

  /** Encrypted; signs every delivery. */
  @Column('text')
  secret!: string;

  /** Replaced secrets, which sign for a while beside the current one; encrypted. */
  @Column('jsonb', { name: 'retired_secrets' })
  retiredSecrets!: RetiredSecret[];

  /** The last published health. */
  @Column('jsonb')
  health!: Health;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
