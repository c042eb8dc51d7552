import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A rule's position among the rules of a financial account; they start at 1. */
@Entity('rule_accounts')
export class AccountAttachment {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  targetId!: number;

  @PrimaryColumn({ name: 'rule_id', type: 'bigint' })
  ruleId!: number;

  @Column({ type: 'integer' })
  position!: number;
}

/** A rule's position among the rules of a transfer link; they start at 1. */
@Entity('rule_transfer_links')
export class LinkAttachment {
  @PrimaryColumn({ name: 'transfer_link_id', type: 'bigint' })
  targetId!: number;

  @PrimaryColumn({ name: 'rule_id', type: 'bigint' })
  ruleId!: number;

  @Column({ type: 'integer' })
  position!: number;
}
