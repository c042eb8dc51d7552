import type { Health, PayloadVersion, WEBHOOK_TYPES, WebhookEvent } from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A replaced secret. */
export interface RetiredSecret {
  /** Encrypted. */
  readonly secret: string;
  readonly valid_until: string;
}

/** A user's subscription: a URL and its events. Its settings have the names of their columns, as in its document. */
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

  @Column('text')
  payload_version!: PayloadVersion;

  /** Its accounts; a change of its grant removes accounts and adds none. Null: all of the user's accounts. */
  @Column('jsonb', { nullable: true })
  financial_account_ids!: number[] | null;

  /** The grant that it was made through; null: the owner's own, unrestricted token. */
  @Column('text', { name: 'grant_id', nullable: true })
  grantId!: string | null;

  /** Since when it may read less: older deliveries are not sent again. */
  @Column('timestamptz', { name: 'narrowed_at', nullable: true })
  narrowedAt!: Date | null;

  @Column('boolean')
  omit_sensitive_identifiers!: boolean;

  /** Registered by a token without `sensitive:read`. */
  @Column('boolean', { name: 'redact_sensitive' })
  redactSensitive!: boolean;

  /** Scopes of the token that registered it; null: all. Deliveries show what it could read. */
  @Column('text', { name: 'granted_scopes', array: true, nullable: true })
  grantedScopes!: string[] | null;

  /** Set while it is off because its grant ended. */
  @Column('jsonb', { nullable: true })
  paused!: StoredPause | null;

  /** Encrypted; signs every delivery. */
  @Column('text')
  secret!: string;

  /** Also sign for a while, with the current one. */
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
