import { Static, Type } from '@sinclair/typebox';
import { DESTINATION_TYPES, DestinationType } from '../destinations/destinations';
import { MADE_THROUGH } from './grant.documents';
import { storedOf } from '../resources/forms';
import { boundedText } from '../resources/texts';
import { RULE_DESCRIPTION_LENGTH_MAX, RULE_FIELD_NAME_LENGTH_MAX, RULE_VALUE_LENGTH_MAX } from './rule-size';
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

export const ACTION_TYPES = ['SET_FIELD', ...DESTINATION_TYPES.map(actionOf), 'SKIP_TRANSFER'] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** The members of a condition that a caller sets. The rule engine checks operator and value. */
export const ConditionSettings = Type.Object({
  transaction_type: OneOf(TRANSACTION_TYPES, { default: 'ANY' }),
  field_name: boundedText({ max: RULE_FIELD_NAME_LENGTH_MAX }),
  operator: OneOf(OPERATORS),
  value: Nullable(boundedText({ max: RULE_VALUE_LENGTH_MAX }), { default: null }),
});

/** The members of an action that a caller sets. */
export const ActionSettings = Type.Object({
  action_type: OneOf(ACTION_TYPES),
  field_name: Nullable(boundedText({ max: RULE_FIELD_NAME_LENGTH_MAX }), { default: null }),
  value: Nullable(boundedText({ max: RULE_VALUE_LENGTH_MAX }), { default: null }),
});

/** A condition as the rule engine stores and evaluates it. */
export const StoredCondition = storedOf(ConditionSettings);
export type StoredCondition = Static<typeof StoredCondition>;
export const StoredAction = storedOf(ActionSettings);
export type StoredAction = Static<typeof StoredAction>;

/** The members of a rule that a caller sets, beside its conditions and actions. */
export const RuleSettings = Type.Object({
  name: boundedText({ min: 1, max: 255 }),
  description: Nullable(boundedText({ max: RULE_DESCRIPTION_LENGTH_MAX }), { default: null }),
  scope: OneOf(RULE_SCOPES, { default: 'ANY' }),
  enabled: Type.Boolean({ default: true }),
  trigger_on_any_condition: Type.Boolean({ default: false }),
  skip_other_rules_when_triggered: Type.Boolean({ default: false }),
});
export const RULE_PARTS_MAX = 100;

export const RuleCondition = Type.Object({
  id: Id,
  ...StoredCondition.properties,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type RuleCondition = Static<typeof RuleCondition>;

export const RuleAction = Type.Object({
  id: Id,
  order: Type.Integer(),
  ...StoredAction.properties,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type RuleAction = Static<typeof RuleAction>;

/** A rule's position among the rules of an account or a link; positions start at 1. */
const Attachment = Type.Object({ id: Id, position: Type.Integer({ minimum: 1 }) });

export const StoredRuleSettings = storedOf(RuleSettings);
export type RuleSettings = Static<typeof StoredRuleSettings>;

export const RuleDocument = Type.Object({
  ...StoredRuleSettings.properties,
  type: OneOf(RULE_TYPES),
  /** Reason and time of switching the rule off automatically: it exceeded its time or memory. */
  disabled_reason: Type.Optional(Nullable(Type.String())),
  disabled_at: Type.Optional(Nullable(IsoTime)),
  migrated: Type.Boolean(),
  compatible_destinations: Type.Array(Type.String()),
  output_compatible: Type.Boolean(),
  /** Whether the author may read sensitive fields, so that the rule's values may contain them. Absent: unknown. Never shown. */
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

/** An application of a rule to history. `changes` has the first changes, as many as fit into a message. */
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
