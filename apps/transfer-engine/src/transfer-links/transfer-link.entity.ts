import type {
  Author,
  CategoryMapEntry,
  DestinationType,
  LinkBalanceDocument,
  LinkHistoryDocument,
  OnBookedChange,
  OnOtherCurrency,
  SyncMode,
  UnmappedCategory,
} from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** Columns of type bigint; declared as integer because TypeORM would return a bigint as text. */
const ID = { type: 'integer' } as const;

/**
 * A link that sends one account's transactions to a target. A deleted link's row remains, so that late events find it.
 */
@Entity('transfer_links')
export class TransferLink {
  @PrimaryGeneratedColumn(ID)
  id!: number;

  @Column(ID)
  user_id!: number;

  @Column(ID)
  financial_account_id!: number;

  @Column({ type: 'text' })
  destination_type!: DestinationType;

  /** The target: for BUDGETA, an account of a budget. */
  @Column(ID)
  destination_id!: number;

  /** Earlier transactions are not sent; null sends all. */
  @Column({ type: 'date', nullable: true })
  transfer_start_date!: string | null;

  @Column({ type: 'boolean' })
  active!: boolean;

  @Column({ type: 'text' })
  sync_mode!: SyncMode;

  @Column({ type: 'jsonb' })
  on_booked_change!: OnBookedChange;

  /** How amounts in another currency than the destination's are sent; null: the user has not chosen. */
  @Column({ type: 'text', nullable: true })
  on_other_currency!: OnOtherCurrency | null;

  /** The currency that the user named for a destination that states none. */
  @Column({ type: 'text', nullable: true })
  destination_currency!: string | null;

  /** The last published number of transactions that wait for a rate or a currency choice. */
  @Column({ type: 'integer' })
  waiting_for_currency!: number;

  /** The destination's category for each of the user's own; null: none was ever mapped. */
  @Column({ type: 'jsonb', nullable: true })
  category_map!: CategoryMapEntry[] | null;

  /** The last published numbers of transactions that were sent without a category, because none is mapped. */
  @Column({ type: 'jsonb' })
  unmapped_categories!: UnmappedCategory[];

  @Column({ type: 'boolean' })
  deleted!: boolean;

  @Column(ID)
  version!: number;

  /** Rises each time the link needs the account's history. */
  @Column(ID)
  history_version!: number;

  /** The progress of the history; null: the link never requested one. */
  @Column({ type: 'jsonb', nullable: true })
  history!: LinkHistoryDocument | null;

  /** The time at which the rule engine had shaped the whole history. */
  @Column({ type: 'timestamptz', nullable: true })
  history_shaped_at!: Date | null;

  /** The last balance that the link should write. */
  @Column({ type: 'jsonb', nullable: true })
  balance!: LinkBalanceDocument | null;

  /** The access of the caller who made the link. */
  @Column({ type: 'jsonb' })
  author!: Author;

  /** Set while its author's grant pauses the link; a paused link is not active. */
  @Column({ type: 'jsonb', nullable: true })
  paused!: StoredPause | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}

/** Returns whether the link now includes transactions of earlier days than before. */
export function startsEarlier(
  { transfer_start_date: before }: Pick<TransferLink, 'transfer_start_date'>,
  { transfer_start_date: after }: Pick<TransferLink, 'transfer_start_date'>,
): boolean {
  if (before === null) return false;
  return after === null || after < before;
}
