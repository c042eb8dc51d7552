import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import {
  ACTION_TYPES,
  FieldChange,
  OPERATORS,
  RULE_SCOPES,
  TRANSACTION_TYPES,
} from '../documents/rule.documents';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';
import { TransactionDocument } from '../documents/transactions/transaction.document';
import { RuleApplicationUpsertedV1 } from '../events/rules/rule-application-upserted.v1';
import { RuleDeletedV1 } from '../events/rules/rule-deleted.v1';
import { RuleLogEntry } from '../events/rules/rule-logged.v1';
import { RuleUpsertedV1 } from '../events/rules/rule-upserted.v1';
import { TransactionShapedV1 } from '../events/transactions/transaction-shaped.v1';

const NewCondition = {
  transactionType: OneOf(TRANSACTION_TYPES),
  fieldName: Type.String(),
  operator: OneOf(OPERATORS),
  value: Nullable(Type.String()),
};

const NewAction = {
  actionType: OneOf(ACTION_TYPES),
  fieldName: Nullable(Type.String()),
  value: Nullable(Type.String()),
};

const ruleMembers = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: Nullable(Type.String()),
  scope: OneOf(RULE_SCOPES),
  enabled: Type.Boolean(),
  triggerOnAnyCondition: Type.Boolean(),
  skipOtherRulesWhenTriggered: Type.Boolean(),
};

/** Parts with the id of an earlier one stay that one. */
const ChangedConditions = Type.Array(Type.Object({ id: Type.Optional(Id), ...NewCondition }));
const ChangedActions = Type.Array(Type.Object({ id: Type.Optional(Id), ...NewAction }), { minItems: 1 });

export const CreateRule = defineCommand({
  service: 'rule-engine',
  name: 'create-rule',
  description: 'Creates a rule; fields, operators and templates are checked before anything is written.',
  payload: Type.Object({
    ...ruleMembers,
    conditions: Type.Array(Type.Object(NewCondition)),
    actions: Type.Array(Type.Object(NewAction), { minItems: 1 }),
  }),
  result: RuleUpsertedV1.payload,
});

export const UpdateRule = defineCommand({
  service: 'rule-engine',
  name: 'update-rule',
  description:
    'Changes the members of a rule that are sent. Conditions and actions are sent whole; one with the id of an ' +
    'earlier one, or its content, stays that one, so that what was undone of it stays undone.',
  payload: Type.Object({
    ruleId: Id,
    /** Refused where the rule's `updatedAt` is another. */
    unchangedSince: Type.Optional(IsoTime),
    ...Type.Partial(Type.Object(ruleMembers)).properties,
    conditions: Type.Optional(ChangedConditions),
    actions: Type.Optional(ChangedActions),
  }),
  result: RuleUpsertedV1.payload,
});

/** The rule first, then the rules that it moved to other positions. */
const ChangedRules = Type.Object({ rules: Type.Array(RuleUpsertedV1.payload, { minItems: 1 }) });

/** A requested position: `order` is 1-based, absent means last; `orderList` is all attached rule ids in order. */
const wantedPosition = {
  order: Type.Optional(Type.Integer()),
  orderList: Type.Optional(Type.Array(Type.Integer())),
};

export const DeleteRule = defineCommand({
  service: 'rule-engine',
  name: 'delete-rule',
  description: 'Deletes a rule and detaches it everywhere; its effects stay.',
  payload: Type.Object({ ruleId: Id }),
  result: Type.Object({ deleted: RuleDeletedV1.payload, moved: Type.Array(RuleUpsertedV1.payload) }),
});

export const AttachRuleToTransferLink = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-transfer-link',
  description: 'Attaches a rule to a transfer link, or moves it there to another position.',
  payload: Type.Object({ ruleId: Id, transferLinkId: Id, ...wantedPosition }),
  result: ChangedRules,
});

export const AttachRuleToAccount = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-account',
  description: 'Attaches a rule to a financial account, or moves it there to another position.',
  payload: Type.Object({ ruleId: Id, financialAccountId: Id, ...wantedPosition }),
  result: ChangedRules,
});

/** What a rule is attached to, or taken off, in one command: all of it or none. */
const toAccounts = { ruleId: Id, financialAccountIds: Type.Array(Id, { minItems: 1 }) };
const toLinks = { ruleId: Id, transferLinkIds: Type.Array(Id, { minItems: 1 }) };

export const AttachRuleToAccounts = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-accounts',
  description: 'Attaches a rule, as the last one, to financial accounts: to all or none.',
  payload: Type.Object(toAccounts),
  result: ChangedRules,
});

export const AttachRuleToTransferLinks = defineCommand({
  service: 'rule-engine',
  name: 'attach-rule-to-transfer-links',
  description: 'Attaches a rule, as the last one, to transfer links: to all or none.',
  payload: Type.Object(toLinks),
  result: ChangedRules,
});

export const DetachRuleFromAccounts = defineCommand({
  service: 'rule-engine',
  name: 'detach-rule-from-accounts',
  description: 'Takes a rule off financial accounts, off all or none; the rules behind it move up.',
  payload: Type.Object(toAccounts),
  result: ChangedRules,
});

export const DetachRuleFromTransferLinks = defineCommand({
  service: 'rule-engine',
  name: 'detach-rule-from-transfer-links',
  description: 'Takes a rule off transfer links, off all or none; the rules behind it move up.',
  payload: Type.Object(toLinks),
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
  /** Why the rule failed on this transaction; null if it did not. */
  error: Nullable(Type.String()),
});

export const PreviewRule = defineCommand({
  service: 'rule-engine',
  name: 'preview-rule',
  description:
    'Tries a rule, or a change of one, that is not saved on stored history, newest first; writes nothing.',
  payload: Type.Object({
    rule: Type.Object({ ...ruleMembers, conditions: ChangedConditions, actions: ChangedActions }),
    /** The saved rule that this is a change of; it takes that one's position. Null: a new rule, behind all others. */
    ruleId: Nullable(Id),
    /** Null: all accounts that the caller may see. */
    financialAccountIds: Nullable(Type.Array(Id, { minItems: 1 })),
    matchesMax: Type.Integer({ minimum: 1, maximum: 100 }),
    /** How many of the newest transactions are looked at; of a change of a saved rule 500 at most. */
    transactionsMax: Type.Integer({ minimum: 1, maximum: 20_000 }),
  }),
  result: Type.Object({
    scanned: Type.Integer(),
    matched: Type.Integer(),
    changed: Type.Integer(),
    failed: Type.Integer(),
    /** There is more history than was examined. */
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
