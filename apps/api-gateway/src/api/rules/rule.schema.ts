import { Type } from '@sinclair/typebox';
import {
  ACTION_TYPES,
  APPLICATION_STATUSES,
  DESTINATION_TYPES,
  FIELD_TYPES,
  OPERATORS,
  RULE_LOG_KINDS,
  RULE_TYPES,
  StoredAction,
  StoredCondition,
  StoredRuleSettings,
  wireMembers,
} from '@tributary/contracts';
import { FinancialAccount } from '../accounts/account.schema';
import { Transaction } from '../transactions/transaction.schema';
import { PausedOrNull } from '../../rest/openapi/paused.schema';
import { component, referenceTo } from '../../rest/openapi/components';
import {
  CountText,
  FlagText,
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

const position = Type.Integer({ minimum: 1 });

/** The rules that have a condition or an action: always one. */
const PartRules = Type.Optional(Type.Array(referenceTo('Rule')));

const Condition = component(
  'RuleCondition',
  Type.Object({
    id: IdText,
    ...wireMembers(StoredCondition),
    value: Type.Union([Text, Type.Null()], {
      description:
        'Null without `sensitive:read` where it may identify an account; it stays when it is sent back.',
    }),
    created_at: TimeText,
    updated_at: TimeText,
    rules: PartRules,
    rules_count: CountText,
  }),
);

const Action = component(
  'RuleAction',
  Type.Object({
    id: IdText,
    order: CountText,
    ...wireMembers(StoredAction),
    value: Type.Union([Text, Type.Null()], {
      description:
        'A literal, or a Liquid template; null without `sensitive:read` where it may identify an account.',
    }),
    created_at: TimeText,
    updated_at: TimeText,
    rules: PartRules,
    rules_count: CountText,
  }),
);

/** Links and accounts are present on the rule's own endpoints, as far as the token may read them. */
export const Rule = component(
  'Rule',
  Type.Object({
    id: IdText,
    ...wireMembers(StoredRuleSettings),
    type: TextOneOf(RULE_TYPES),
    disabled_reason: Type.Union([Text, Type.Null()], {
      description:
        'Why the rule was switched off by itself: it took too much time or memory. Enabling it clears this.',
    }),
    disabled_at: OrNull(TimeText),
    migrated: FlagText,
    created_at: TimeText,
    updated_at: TimeText,
    compatible_destinations: Type.Array(Text),
    output_compatible: FlagText,
    paused: PausedOrNull,
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

/** A rule's change of one field of a transaction, or the reversal of that change. */
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
    kind: TextOneOf(RULE_LOG_KINDS),
    field_name: TextOrNull,
    previous_value: TextOrNull,
    new_value: TextOrNull,
    error: TextOrNull,
    /** Id of the log whose change was reverted, if this log is of a reversal. */
    undoes: OrNull(IdText),
    /** The reversal that undid this log. */
    undone_by: OrNull(IdText),
    created_at: TimeText,
    /** Null if the rule was deleted since. */
    rule: Type.Optional(OrNull(Rule)),
  }),
);

export const FieldChange = component(
  'FieldChange',
  Type.Object({
    transaction_id: IdText,
    financial_account_id: IdText,
    transfer_link_id: OrNull(IdText),
    rule_id: Type.Union([IdText, Type.Null()], {
      description: 'The rule that sets the new value; null where the value is that of no saved rule.',
    }),
    field_name: TextOrNull,
    previous_value: TextOrNull,
    new_value: TextOrNull,
  }),
);

/** The application of a rule to history, or a preview of it. */
export const RuleApplication = component(
  'RuleApplication',
  Type.Object({
    id: IdText,
    rule_id: IdText,
    dry_run: FlagText,
    status: TextOneOf(APPLICATION_STATUSES),
    financial_account_ids: Type.Array(IdText),
    transactions_total: CountText,
    transactions_done: CountText,
    transactions_matched: CountText,
    transactions_changed: CountText,
    transactions_locked: CountText,
    changes: Type.Array(FieldChange, { description: 'The first changes, at most 100.' }),
    error: TextOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    finished_at: TimeOrNull,
  }),
);

const DestinationFields = Type.Record(Type.String(), Text);

const PreviewSide = Type.Object({
  transaction: Transaction,
  destination_fields: DestinationFields,
});

/** Changes that a rule would make to existing transactions. */
export const RulePreview = component(
  'RulePreview',
  Type.Object({
    scanned: CountText,
    matched: CountText,
    changed: CountText,
    failed: CountText,
    more: Type.Unsafe<string>({ ...FlagText, description: 'History goes further back than was looked at.' }),
    matches: Type.Array(
      Type.Object({
        transaction_id: IdText,
        financial_account_id: IdText,
        transfer_link_id: OrNull(IdText),
        before: PreviewSide,
        after: PreviewSide,
        skip: FlagText,
        changes: Type.Array(FieldChange),
        error: TextOrNull,
      }),
    ),
  }),
);

const TypeName = TextOneOf(FIELD_TYPES);
const NamedField = Type.Object({ name: Text, values: OrNull(Type.Array(Text)) });

/** Fields, operators and actions of rules, from the table that validates and evaluates rules. */
export const RuleLanguage = component(
  'RuleLanguage',
  Type.Object({
    fields: Type.Array(
      Type.Object({
        name: Text,
        type: TypeName,
        operators: Type.Array(TextOneOf(OPERATORS)),
        settable: FlagText,
      }),
    ),
    field_types: Type.Array(
      Type.Object({ type: TypeName, values: Text, operators: Type.Array(TextOneOf(OPERATORS)) }),
    ),
    operators: Type.Array(
      Type.Object({
        operator: TextOneOf(OPERATORS),
        operand: TextOneOf(['none', 'one', 'list', 'range', 'pattern']),
        description: Text,
      }),
    ),
    actions: Type.Array(
      Type.Object({
        action_type: TextOneOf(ACTION_TYPES),
        destination: OrNull(TextOneOf(DESTINATION_TYPES)),
        undoable: FlagText,
        fields: Type.Union([Type.Array(NamedField), Type.Null()], {
          description: 'Null if any name is allowed, or the action has no field.',
        }),
        description: Text,
      }),
    ),
  }),
);
