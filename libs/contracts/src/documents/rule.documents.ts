import { Static, Type } from '@sinclair/typebox';
import { DESTINATION_TYPES, DestinationType } from '../destinations/destinations';
import { MADE_THROUGH } from './grant.documents';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';

export const RULE_SCOPES = ['FINANCIAL_ACCOUNT', 'TRANSFER_LINK', 'ANY'] as const;
export const RULE_TYPES = ['CUSTOM', 'PRESET'] as const;
export const TRANSACTION_TYPES = ['ANY', 'CREDIT', 'DEBIT'] as const;

export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'not_matches',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** The member of webhooks with a rule. */
export const RULE_EVENTS = ['rule.disabled'] as const;

/** The action that sets a field only at a destination. */
export type DestinationAction = `SET_${DestinationType}_FIELD`;
export function actionOf(type: DestinationType): DestinationAction {
  return `SET_${type}_FIELD`;
}

export type ActionType = 'SET_FIELD' | DestinationAction | 'SKIP_TRANSFER';
export const ACTION_TYPES: readonly ActionType[] = [
  'SET_FIELD',
  ...DESTINATION_TYPES.map(actionOf),
  'SKIP_TRANSFER',
];

export const RuleCondition = Type.Object({
  id: Id,
  transaction_type: OneOf(TRANSACTION_TYPES),
  field_name: Type.String(),
  operator: OneOf(OPERATORS),
  value: Nullable(Type.String()),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type RuleCondition = Static<typeof RuleCondition>;

export const RuleAction = Type.Object({
  id: Id,
  order: Type.Integer(),
  action_type: OneOf(ACTION_TYPES),
  field_name: Nullable(Type.String()),
  value: Nullable(Type.String()),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type RuleAction = Static<typeof RuleAction>;

/** A rule's position among the rules of an account or a link; positions start at 1. */
const Attachment = Type.Object({ id: Id, position: Type.Integer({ minimum: 1 }) });

export const RuleDocument = Type.Object({
  scope: OneOf(RULE_SCOPES),
  type: OneOf(RULE_TYPES),
  name: Type.String(),
  description: Nullable(Type.String()),
  enabled: Type.Boolean(),
  /** Why and when the rule was switched off automatically: it exceeded its time or memory. */
  disabled_reason: Type.Optional(Nullable(Type.String())),
  disabled_at: Type.Optional(Nullable(IsoTime)),
  migrated: Type.Boolean(),
  trigger_on_any_condition: Type.Boolean(),
  skip_other_rules_when_triggered: Type.Boolean(),
  compatible_destinations: Type.Array(Type.String()),
  output_compatible: Type.Boolean(),
  /** Its author may read sensitive fields, so its values may contain them. Absent: unknown. Never shown. */
  author_sees_identifiers: Type.Optional(Type.Boolean()),
  conditions: Type.Array(RuleCondition),
  actions: Type.Array(RuleAction),
  transfer_links: Type.Array(Attachment),
  financial_accounts: Type.Array(Attachment),
  ...MADE_THROUGH,
});
export type RuleDocument = Static<typeof RuleDocument>;

export const APPLICATION_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** A field that changes when a rule is applied, in the account's shaped transaction or in one link's output. */
export const FieldChange = Type.Object({
  transaction_id: Id,
  financial_account_id: Id,
  transfer_link_id: Nullable(Id),
  /** The rule that sets the new value; null if a value becomes what it is without a rule. */
  rule_id: Nullable(Id),
  /** Null: whether the link carries the transaction at all. */
  field_name: Nullable(Type.String()),
  previous_value: Nullable(Type.String()),
  new_value: Nullable(Type.String()),
});
export type FieldChange = Static<typeof FieldChange>;

/** One application of a rule to history; `changes` are the first ones, as many as fit a message. */
export const RuleApplicationDocument = Type.Object({
  rule_id: Id,
  dry_run: Type.Boolean(),
  status: OneOf(APPLICATION_STATUSES),
  financial_account_ids: Type.Array(Id),
  transactions_total: Type.Integer(),
  transactions_done: Type.Integer(),
  transactions_matched: Type.Integer(),
  transactions_changed: Type.Integer(),
  /** Transactions with fields that the rule did not change, because a user set them. */
  transactions_locked: Type.Optional(Type.Integer()),
  changes: Type.Array(FieldChange, { maxItems: 100 }),
  error: Nullable(Type.String()),
  finished_at: Nullable(IsoTime),
});
export type RuleApplicationDocument = Static<typeof RuleApplicationDocument>;
