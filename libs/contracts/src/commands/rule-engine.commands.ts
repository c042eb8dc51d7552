import { Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { ACTION_TYPES, OPERATORS, RULE_SCOPES, TRANSACTION_TYPES } from '../documents/rule.documents';
import { Id, Nullable, OneOf } from '../documents/scalars';
import { RuleLogEntry } from '../events/rule-logged.v1';
import { RuleUpsertedV1 } from '../events/rule-upserted.v1';

/** Why a log cannot be taken back. */
export const UNDO_ERRORS = ['not_found', 'not_undoable', 'later_change', 'already_undone'] as const;

export const CreateRule = defineCommand({
  service: 'rule-engine',
  name: 'create-rule',
  description: 'Makes a rule; fields, operators and templates are checked before anything is written.',
  payload: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    description: Nullable(Type.String()),
    scope: OneOf(RULE_SCOPES),
    enabled: Type.Boolean(),
    triggerOnAnyCondition: Type.Boolean(),
    skipOtherRulesWhenTriggered: Type.Boolean(),
    conditions: Type.Array(
      Type.Object({
        transactionType: OneOf(TRANSACTION_TYPES),
        fieldName: Type.String(),
        operator: OneOf(OPERATORS),
        value: Nullable(Type.String()),
      }),
    ),
    actions: Type.Array(
      Type.Object({
        actionType: OneOf(ACTION_TYPES),
        fieldName: Nullable(Type.String()),
        value: Nullable(Type.String()),
      }),
      { minItems: 1 },
    ),
  }),
  result: RuleUpsertedV1.payload,
});

/** The rule first, then the rules that it moved to other positions. */
const ChangedRules = Type.Object({ rules: Type.Array(RuleUpsertedV1.payload, { minItems: 1 }) });

export const AttachRuleToTransferLink = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-transfer-link',
  description: 'Attaches a rule to a transfer link, or moves it there to another position.',
  payload: Type.Object({
    ruleId: Id,
    transferLinkId: Id,
    /** 1-based place among the attached rules; absent means last. */
    order: Type.Optional(Type.Integer()),
    /** All attached rule ids, this one too, in the wanted order. */
    orderList: Type.Optional(Type.Array(Type.Integer())),
  }),
  result: ChangedRules,
});

export const AttachRuleToAccounts = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-accounts',
  description: 'Attaches a rule, as the last one, to financial accounts.',
  payload: Type.Object({ ruleId: Id, financialAccountIds: Type.Array(Id, { minItems: 1 }) }),
  result: ChangedRules,
});

/** Takes back what logs say that rules did. One that cannot be taken back fails alone. */
export const UndoRuleLogs = defineCommand({
  service: 'rule-engine',
  name: 'undo-rule-logs',
  description: 'Takes back what the logs say that rules did; each result stands for itself.',
  payload: Type.Object({ ruleLogIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  result: Type.Object({
    /** In the order of the request. */
    results: Type.Array(
      Type.Object({
        ruleLogId: Id,
        success: Type.Boolean(),
        message: Type.String(),
        /** The log of the reversal. */
        log: Nullable(Type.Intersect([RuleLogEntry, Type.Object({ financialAccountId: Id })])),
        error: Nullable(OneOf(UNDO_ERRORS)),
      }),
    ),
  }),
});
