import { Static, TObject, Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import {
  ActionSettings,
  ConditionSettings,
  FieldChange,
  RULE_PARTS_MAX,
  RuleSettings,
} from '../documents/rule.documents';
import { formerlyCamelCase } from '../former-names';
import { changeOf, creationOf } from '../resources/forms';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';
import { TransactionDocument } from '../documents/transactions/transaction.document';
import { RuleApplicationUpsertedV1 } from '../events/rules/rule-application-upserted.v1';
import { RuleDeletedV1 } from '../events/rules/rule-deleted.v1';
import { RuleLogEntry } from '../events/rules/rule-logged.v1';
import { RuleUpsertedV1 } from '../events/rules/rule-upserted.v1';
import { TransactionShapedV1 } from '../events/transactions/transaction-shaped.v1';

/** A condition or action with an id is the earlier one of that id, changed. */
export const RuleConditionSent = Type.Object({ id: Type.Optional(Id), ...ConditionSettings.properties });
export const RuleActionSent = Type.Object({ id: Type.Optional(Id), ...ActionSettings.properties });

function ruleWith<C extends TObject, A extends TObject>(condition: C, action: A) {
  return Type.Object({
    ...creationOf(RuleSettings).properties,
    conditions: Type.Array(formerlyCamelCase(condition), { maxItems: RULE_PARTS_MAX, default: [] }),
    actions: Type.Array(formerlyCamelCase(action), { minItems: 1, maxItems: RULE_PARTS_MAX }),
  });
}

/** The parts of a new rule are new, so ids in them have no meaning. */
export const NewRule = ruleWith(ConditionSettings, ActionSettings);
export type NewRule = Static<typeof NewRule>;

/** A whole rule that replaces a saved one. */
export const ChangedRule = ruleWith(RuleConditionSent, RuleActionSent);
export type ChangedRule = Static<typeof ChangedRule>;

/** Changes of a rule. Absent members do not change; conditions and actions are sent completely. */
export const RuleChange = Type.Object({
  ...changeOf(ChangedRule).properties,
  /** The rule's `updated_at` as it was read: refused where the rule was changed since. */
  unchanged_since: Type.Optional(IsoTime),
});
export type RuleChange = Static<typeof RuleChange>;

export const CreateRule = defineCommand({
  service: 'rule-engine',
  name: 'create-rule',
  description: 'Creates a rule; fields, operators and templates are checked before anything is written.',
  payload: formerlyCamelCase(NewRule),
  result: RuleUpsertedV1.payload,
});

export const UpdateRule = defineCommand({
  service: 'rule-engine',
  name: 'update-rule',
  description:
    'Changes the members of a rule that are sent. Conditions and actions are sent whole; one with the id of an ' +
    'earlier one, or its content, stays that one, so that what was undone of it stays undone.',
  payload: formerlyCamelCase(Type.Object({ rule_id: Id, ...RuleChange.properties })),
  result: RuleUpsertedV1.payload,
});

/** The rule first, then the rules that it moved to other positions. */
const ChangedRules = Type.Object({ rules: Type.Array(RuleUpsertedV1.payload, { minItems: 1 }) });

export const DeleteRule = defineCommand({
  service: 'rule-engine',
  name: 'delete-rule',
  description: 'Deletes a rule and detaches it everywhere; its effects stay.',
  payload: Type.Object({ ruleId: Id }),
  result: Type.Object({ deleted: RuleDeletedV1.payload, moved: Type.Array(RuleUpsertedV1.payload) }),
});

/** Accounts or transfer links of a rule. */
export const RuleTargets = Type.Object({
  kind: OneOf(['account', 'link'] as const),
  ids: Type.Array(Id, { minItems: 1 }),
});
export type RuleTargets = Static<typeof RuleTargets>;

export const AttachRule = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule',
  description:
    'Attaches a rule to accounts or transfer links, or moves it there to another position: at all of them or none.',
  payload: Type.Object({
    rule_id: Id,
    targets: RuleTargets,
    /** 1-based; absent, and past the end, means last. */
    order: Type.Optional(Type.Integer()),
    /** All attached rules, this one too, in the requested order. */
    order_list: Type.Optional(Type.Array(Type.Integer())),
  }),
  result: ChangedRules,
});

export const DetachRule = defineCommand({
  service: 'rule-engine',
  name: 'detach-rule',
  description:
    'Detaches a rule from accounts or transfer links, from all of them or none; the rules behind it move up.',
  payload: Type.Object({ rule_id: Id, targets: RuleTargets }),
  result: ChangedRules,
});

export const UNDO_ERRORS = ['not_found', 'not_undoable', 'already_undone', 'later_change'] as const;
export type UndoError = (typeof UNDO_ERRORS)[number];

/** The log of a reversal. */
export const ReversalLog = Type.Intersect([RuleLogEntry, Type.Object({ financialAccountId: Id })]);
export type ReversalLog = Static<typeof ReversalLog>;

/** The result of undoing one log. */
export const UndoResult = Type.Object({
  ruleLogId: Id,
  success: Type.Boolean(),
  message: Type.String(),
  error: Nullable(OneOf(UNDO_ERRORS)),
  log: Nullable(ReversalLog),
  /** The log that must be undone first, where there is one. */
  laterRuleLogId: Type.Optional(Id),
});
export type UndoResult = Static<typeof UndoResult>;

export const UndoRuleLogs = defineCommand({
  service: 'rule-engine',
  name: 'undo-rule-logs',
  description:
    'Restores the fields that rule logs name, newest log first, and nothing else; each succeeds or fails separately.',
  payload: Type.Object({ ruleLogIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  result: Type.Object({
    results: Type.Array(UndoResult),
    /** The transactions as they are now, as many as fit into a message; all of them follow as events. */
    shaped: Type.Array(TransactionShapedV1.payload),
  }),
});

/** A transaction that triggers the rule. */
const PreviewMatch = Type.Object({
  transactionId: Id,
  financialAccountId: Id,
  createdAt: IsoTime,
  updatedAt: IsoTime,
  /** The link that the rule was tried on; null for the account itself. */
  transferLinkId: Nullable(Id),
  before: TransactionDocument,
  after: TransactionDocument,
  destinationFieldsBefore: Type.Record(Type.String(), Type.String()),
  destinationFieldsAfter: Type.Record(Type.String(), Type.String()),
  skip: Type.Boolean(),
  changes: Type.Array(FieldChange),
  /** Reason why the rule failed on this transaction; null if it did not. */
  error: Nullable(Type.String()),
});

export const PreviewRule = defineCommand({
  service: 'rule-engine',
  name: 'preview-rule',
  description:
    'Tries a rule, or a change of one, that is not saved on stored history, newest first; writes nothing.',
  payload: Type.Object({
    rule: formerlyCamelCase(ChangedRule),
    /** The saved rule that this is a change of, whose position it gets. Null: a new rule, behind all others. */
    ruleId: Nullable(Id),
    /** Null: all accounts that the caller may see. */
    financialAccountIds: Nullable(Type.Array(Id, { minItems: 1 })),
    matchesMax: Type.Integer({ minimum: 1, maximum: 100 }),
    /** Maximum number of transactions that are evaluated, newest first; at most 500 for a change of a saved rule. */
    transactionsMax: Type.Integer({ minimum: 1, maximum: 20_000 }),
  }),
  result: Type.Object({
    scanned: Type.Integer(),
    matched: Type.Integer(),
    changed: Type.Integer(),
    failed: Type.Integer(),
    /** Whether there are older transactions than were evaluated. */
    more: Type.Boolean(),
    matches: Type.Array(PreviewMatch),
  }),
  reading: true,
});

export const ApplyRule = defineCommand({
  service: 'rule-engine',
  name: 'apply-rule',
  description: 'Applies a rule to history in the background, or tries it there without writing (dry run).',
  payload: Type.Object({
    ruleId: Id,
    dryRun: Type.Boolean(),
    /** Null: all accounts that the rule is attached to, by themselves or by their links. */
    financialAccountIds: Nullable(Type.Array(Id, { minItems: 1 })),
  }),
  result: RuleApplicationUpsertedV1.payload,
});
