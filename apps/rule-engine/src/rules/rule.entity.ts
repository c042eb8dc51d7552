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

  /** Rises with every change of the rule or of where it is attached. */
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

  /** Why the rule was switched off by itself, and when; null where it was not. */
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

  /** What its makers were granted. */
  @Column({ type: 'jsonb' })
  author!: Author;

  /** Set while its author's grant pauses it; then it is not enabled. */
  @Column({ type: 'jsonb', nullable: true })
  paused!: StoredPause | null;

  @OneToMany(() => RuleCondition, (condition) => condition.rule, { cascade: ['insert'] })
  conditions!: Relation<RuleCondition>[];

  @OneToMany(() => RuleAction, (action) => action.rule, { cascade: ['insert'] })
  actions!: Relation<RuleAction>[];
}

/** What a transaction must be for the rule to be triggered. */
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

/** What the rule does to a transaction that triggers it. */
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
