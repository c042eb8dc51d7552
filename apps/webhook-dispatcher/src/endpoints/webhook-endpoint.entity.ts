import type { Health, PayloadVersion, WEBHOOK_TYPES, WebhookEvent } from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that was rotated out. */
export interface RetiredSecret {
  /** Sealed. */
  readonly secret: string;
  readonly valid_until: string;
}

/** Where a user's events are sent, and what of them. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryColumn('bigint')
  id!: number;

  /** Raised with every change that clients can see. */
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

  @Column('text', { name: 'payload_version' })
  payloadVersion!: PayloadVersion;

  /** What it receives; a change of its grant takes accounts and gives none. Null: all of the user's accounts. */
  @Column('jsonb', { name: 'financial_account_ids', nullable: true })
  financialAccountIds!: number[] | null;

  /** What it was made through, and follows; null: the owner's own, unrestricted token. */
  @Column('text', { name: 'grant_id', nullable: true })
  grantId!: string | null;

  /** Since when it may read less: what was made before is not sent again. */
  @Column('timestamptz', { name: 'narrowed_at', nullable: true })
  narrowedAt!: Date | null;

  @Column('boolean', { name: 'omit_sensitive_identifiers' })
  omitSensitiveIdentifiers!: boolean;

  /** Registered by a token without `sensitive:read`. */
  @Column('boolean', { name: 'redact_sensitive' })
  redactSensitive!: boolean;

  /** Scopes of the token that registered it; null: all. Deliveries show what it could read. */
  @Column('text', { name: 'granted_scopes', array: true, nullable: true })
  grantedScopes!: string[] | null;

  /** Set while it is off because its grant ended. */
  @Column('jsonb', { nullable: true })
  paused!: StoredPause | null;

  /** Sealed; signs every delivery. */
  @Column('text')
  secret!: string;

  /** They sign beside the present one for a while. */
  @Column('jsonb', { name: 'retired_secrets' })
  retiredSecrets!: RetiredSecret[];

  /** As it was last published. */
  @Column('jsonb')
  health!: Health;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
