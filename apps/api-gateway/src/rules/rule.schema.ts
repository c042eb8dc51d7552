import { Type } from '@sinclair/typebox';
import { ACTION_TYPES, OPERATORS, RULE_SCOPES, RULE_TYPES, TRANSACTION_TYPES } from '@tributary/contracts';
import { FinancialAccount } from '../finance/account.schema';
import { component, referenceTo } from '../openapi/components';
import {
  CountText,
  FlagText,
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../openapi/wire.schema';

const position = Type.Integer({ minimum: 1 });

const Condition = component(
  'RuleCondition',
  Type.Object({
    id: IdText,
    transaction_type: TextOneOf(TRANSACTION_TYPES),
    field_name: Text,
    operator: TextOneOf(OPERATORS),
    value: TextOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    rules_count: CountText,
  }),
);

const Action = component(
  'RuleAction',
  Type.Object({
    id: IdText,
    order: CountText,
    action_type: TextOneOf(ACTION_TYPES),
    field_name: TextOrNull,
    value: Type.Union([Text, Type.Null()], { description: 'A literal, or a Liquid template.' }),
    created_at: TimeText,
    updated_at: TimeText,
    rules_count: CountText,
  }),
);

/** Its links and accounts are there on its own endpoints, as far as the token may read them. */
export const Rule = component(
  'Rule',
  Type.Object({
    id: IdText,
    scope: TextOneOf(RULE_SCOPES),
    type: TextOneOf(RULE_TYPES),
    name: Text,
    description: TextOrNull,
    enabled: FlagText,
    migrated: FlagText,
    trigger_on_any_condition: FlagText,
    skip_other_rules_when_triggered: FlagText,
    created_at: TimeText,
    updated_at: TimeText,
    compatible_destinations: Type.Array(Text),
    output_compatible: FlagText,
    conditions: Type.Array(Condition),
    conditions_count: CountText,
    actions: Type.Array(Action),
    actions_count: CountText,
    transfer_links: Type.Optional(
      Type.Array(Type.Object({ rule_position: position, transfer_link: referenceTo('TransferLink') })),
    ),
    financial_accounts: Type.Optional(
      Type.Array(Type.Object({ rule_position: position, financial_account: FinancialAccount })),
    ),
    financial_accounts_count: CountText,
    transfer_links_count: CountText,
  }),
);

/** What a rule did to a field of a transaction, or the reversal of that. */
export const RuleLog = component(
  'RuleLog',
  Type.Object({
    id: IdText,
    rule_id: IdText,
    action_id: OrNull(IdText),
    action_type: OrNull(TextOneOf(ACTION_TYPES)),
    financial_account_id: IdText,
    transaction_id: IdText,
    transfer_link_id: OrNull(IdText),
    kind: TextOneOf(['APPLIED', 'UNDONE', 'FAILED']),
    field_name: TextOrNull,
    previous_value: TextOrNull,
    new_value: TextOrNull,
    error: TextOrNull,
    created_at: TimeText,
  }),
);
