import type { Author, ConnectionStatus, Health, Provider } from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AuthoredChange } from '../accounts/account-config';

/** A user's connection to an institution, under one consent at a time. */
@Entity('connections')
export class Connection {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column({ type: 'bigint', name: 'user_id' })
  userId!: number;

  @Column({ type: 'bigint', name: 'institution_id' })
  institutionId!: number;

  @Column({ type: 'text' })
  provider!: Provider;

  /** Increases with every published change. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'text', nullable: true })
  region!: string | null;

  @Column({ type: 'text' })
  status!: ConnectionStatus;

  @Column({ type: 'text', nullable: true, name: 'status_message' })
  statusMessage!: string | null;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  @Column({ type: 'text', name: 'consent_id' })
  consentId!: string;

  /** Encrypted, see consent-secret.ts. */
  @Column({ type: 'text', nullable: true, name: 'consent_secret' })
  consentSecret!: string | null;

  @Column({ type: 'integer', name: 'max_historical_days' })
  maxHistoricalDays!: number;

  @Column({ type: 'integer', name: 'access_valid_for_days' })
  accessValidForDays!: number;

  @Column({ type: 'timestamptz', nullable: true, name: 'consent_expires_at' })
  consentExpiresAt!: Date | null;

  /** Set by the user. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  @Column({ type: 'jsonb', name: 'account_config' })
  accountConfig!: AuthoredChange;

  @Column({ type: 'timestamptz', nullable: true, name: 'accounts_last_synced_at' })
  accountsLastSyncedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true, name: 'activated_at' })
  activatedAt!: Date | null;

  @Column({ type: 'jsonb' })
  health!: Health;

  /** The grant of its creator; null if an earlier release created it. */
  @Column({ type: 'jsonb', nullable: true })
  author!: Author | null;

  /** Set while its author's grant pauses the syncs of its accounts. */
  @Column({ type: 'jsonb', nullable: true })
  paused!: StoredPause | null;

  /** Whether a consent that would renew the current one is pending. */
  @Column({ type: 'boolean', name: 'setup_renewal' })
  setupRenewal!: boolean;

  /** Whether balances of any of its accounts are synced; before it has accounts, the setting for new ones. */
  @Column({ type: 'boolean', name: 'sync_balances' })
  syncBalances!: boolean;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}
