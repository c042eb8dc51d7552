import type { ActionType, Author, Operator, RuleDocument } from '@tributary/contracts';
import type { StoredPause } from '@tributary/service';
import type { Relation } from 'typeorm';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import type { TransactionType } from '../evaluation/rule-definition';

abstract class Identified {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', insert: false })
  created_at!: Date;

  @Column({ type: 'timestamptz', insert: false })
  updated_at!: Date;
}

abstract class RulePart extends Identified {
  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'text', nullable: true })
  value!: string | null;
}

/** A user's rule with its conditions and actions. */
@Entity('rules')
export class Rule extends Identified {
  @Column({ type: 'bigint' })
  user_id!: number;

  /** Increases with every change of the rule or of its attachments. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'text' })
  scope!: RuleDocument['scope'];

  @Column({ type: 'text' })
  type!: RuleDocument['type'];

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** The reason and the time at which the service switched off the rule; null if it did not. */
  @Column({ type: 'text', nullable: true, insert: false })
  disabled_reason!: string | null;

  @Column({ type: 'timestamptz', nullable: true, insert: false })
  disabled_at!: Date | null;

  @Column({ type: 'boolean' })
  migrated!: boolean;

  @Column({ type: 'boolean' })
  trigger_on_any_condition!: boolean;

  @Column({ type: 'boolean' })
  skip_other_rules_when_triggered!: boolean;

  /** The grant of the rule's author. */
  @Column({ type: 'jsonb' })
  author!: Author;

  /** The state before the pause; set while the author's grant pauses the rule, which is then not enabled. */
  @Column({ type: 'jsonb', nullable: true })
  paused!: StoredPause | null;

  @OneToMany(() => RuleCondition, (condition) => condition.rule, { cascade: ['insert'] })
  conditions!: Relation<RuleCondition>[];

  @OneToMany(() => RuleAction, (action) => action.rule, { cascade: ['insert'] })
  actions!: Relation<RuleAction>[];
}

/** A condition that a transaction must meet to trigger the rule. */
@Entity('rule_conditions')
export class RuleCondition extends RulePart {
  @ManyToOne(() => Rule, (rule) => rule.conditions)
  @JoinColumn({ name: 'rule_id' })
  rule!: Relation<Rule>;

  @Column({ type: 'text' })
  transaction_type!: TransactionType;

  @Column({ type: 'text' })
  field_name!: string;

  @Column({ type: 'text' })
  operator!: Operator;
}

/** An action of the rule on a transaction that triggers it. */
@Entity('rule_actions')
export class RuleAction extends RulePart {
  @ManyToOne(() => Rule, (rule) => rule.actions)
  @JoinColumn({ name: 'rule_id' })
  rule!: Relation<Rule>;

  @Column({ type: 'text' })
  action_type!: ActionType;

  @Column({ type: 'text', nullable: true })
  field_name!: string | null;
}
