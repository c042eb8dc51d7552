import type {
  Author,
  DestinationType,
  LinkBalanceDocument,
  LinkHistoryDocument,
  OnBookedChange,
  OnOtherCurrency,
  SyncMode,
} from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A bigint of the schema: under that name TypeORM would make text of it. */
const ID = { type: 'integer' } as const;

/** Where one account's transactions go, and how. A deleted one stays, so that late events are known as such. */
@Entity('transfer_links')
export class TransferLink {
  @PrimaryGeneratedColumn(ID)
  id!: number;

  @Column({ name: 'user_id', ...ID })
  userId!: number;

  @Column({ name: 'financial_account_id', ...ID })
  financialAccountId!: number;

  @Column({ name: 'destination_type', type: 'text' })
  destinationType!: DestinationType;

  /** The target: for BUDGETA, an account of a budget. */
  @Column({ name: 'destination_id', ...ID })
  destinationId!: number;

  /** Transactions before it are not carried; null carries all. */
  @Column({ name: 'transfer_start_date', type: 'date', nullable: true })
  transferStartDate!: string | null;

  @Column({ type: 'boolean' })
  active!: boolean;

  @Column({ name: 'sync_mode', type: 'text' })
  syncMode!: SyncMode;

  @Column({ name: 'on_booked_change', type: 'jsonb' })
  onBookedChange!: OnBookedChange;

  /** What becomes of amounts in another currency than the destination's; null: the user was not asked. */
  @Column({ name: 'on_other_currency', type: 'text', nullable: true })
  onOtherCurrency!: OnOtherCurrency | null;

  /** What the user named for a destination that states no currency. */
  @Column({ name: 'destination_currency', type: 'text', nullable: true })
  destinationCurrency!: string | null;

  /** How many transactions wait for a rate or a choice, as it was published last. */
  @Column({ name: 'waiting_for_currency', type: 'integer' })
  waitingForCurrency!: number;

  @Column({ type: 'boolean' })
  deleted!: boolean;

  @Column(ID)
  version!: number;

  /** Rises when the link needs the account's history (again). */
  @Column({ name: 'history_version', ...ID })
  historyVersion!: number;

  /** Its progress; null: it never requested one. */
  @Column({ type: 'jsonb', nullable: true })
  history!: LinkHistoryDocument | null;

  /** When the rules were through with it. */
  @Column({ name: 'history_shaped_at', type: 'timestamptz', nullable: true })
  historyShapedAt!: Date | null;

  /** The last balance that it was to write. */
  @Column({ type: 'jsonb', nullable: true })
  balance!: LinkBalanceDocument | null;

  /** What its maker was granted. */
  @Column({ type: 'jsonb' })
  author!: Author;

  /** Set while its author's grant pauses it; then it is not active. */
  @Column({ type: 'jsonb', nullable: true })
  paused!: StoredPause | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}

/** Whether the link writes its account's balances at present. */
export function carriesBalance(link: Pick<TransferLink, 'active' | 'syncMode' | 'deleted'>): boolean {
  return link.active && !link.deleted && link.syncMode !== 'TRANSACTIONS';
}

/** Whether the link carries transactions at present. */
export function carriesTransactions(link: Pick<TransferLink, 'active' | 'syncMode' | 'deleted'>): boolean {
  return link.active && !link.deleted && link.syncMode !== 'BALANCE';
}
