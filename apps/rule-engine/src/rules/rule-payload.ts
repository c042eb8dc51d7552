import { EventPayload, RuleDocument, RuleUpsertedV1 } from '@tributary/contracts';
import { madeThrough } from '@tributary/service';
import { RuleDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/documents/sight';
import { AccountAttachment, LinkAttachment } from './attachments/attachment.entity';
import { compatibleDestinations, isOutputCompatible } from './attachments/rule-compatibility';
import { Rule, RuleAction, RuleCondition } from './rule.entity';

export type RulePayload = EventPayload<typeof RuleUpsertedV1>;

/** Where a rule is attached. */
export interface Attachments {
  readonly accounts: readonly AccountAttachment[];
  readonly links: readonly LinkAttachment[];
}

/** The rule as other services and clients see it. */
export function toPayload(rule: Rule, attachments: Attachments): RulePayload {
  return {
    id: rule.id,
    version: rule.version,
    userId: rule.userId,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
    document: toDocument(rule, attachments),
  };
}

/** What is evaluated of the rule. */
export function toDefinition(rule: Rule): RuleDefinition {
  const { id, version, triggerOnAnyCondition, skipOtherRulesWhenTriggered } = rule;
  return {
    id,
    version,
    sight: sightOf(rule.author),
    triggerOnAnyCondition,
    skipOtherRulesWhenTriggered,
    conditions: inOrder(rule.conditions),
    actions: inOrder(rule.actions),
  };
}

function toDocument(rule: Rule, { accounts, links }: Attachments): RuleDocument {
  const actionTypes = rule.actions.map(({ actionType }) => actionType);
  return {
    scope: rule.scope,
    type: rule.type,
    name: rule.name,
    description: rule.description,
    enabled: rule.enabled,
    disabled_reason: rule.disabledReason,
    disabled_at: rule.disabledAt?.toISOString() ?? null,
    migrated: rule.migrated,
    trigger_on_any_condition: rule.triggerOnAnyCondition,
    skip_other_rules_when_triggered: rule.skipOtherRulesWhenTriggered,
    compatible_destinations: [...compatibleDestinations(actionTypes)],
    output_compatible: isOutputCompatible(actionTypes),
    author_sees_identifiers: sightOf(rule.author).identifiers,
    conditions: inOrder(rule.conditions).map(toCondition),
    actions: inOrder(rule.actions).map(toAction),
    transfer_links: links.map(toAttachment),
    financial_accounts: accounts.map(toAttachment),
    ...madeThrough(rule),
  };
}

function toCondition(condition: RuleCondition): RuleDocument['conditions'][number] {
  return {
    id: condition.id,
    transaction_type: condition.transactionType,
    field_name: condition.fieldName,
    operator: condition.operator,
    value: condition.value,
    created_at: condition.createdAt.toISOString(),
    updated_at: condition.updatedAt.toISOString(),
  };
}

function toAction(action: RuleAction): RuleDocument['actions'][number] {
  return {
    id: action.id,
    order: action.position,
    action_type: action.actionType,
    field_name: action.fieldName,
    value: action.value,
    created_at: action.createdAt.toISOString(),
    updated_at: action.updatedAt.toISOString(),
  };
}

function toAttachment({ targetId, position }: AccountAttachment | LinkAttachment) {
  return { id: targetId, position };
}

/** Conditions or actions in their order. */
export function inOrder<Part extends { position: number }>(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => a.position - b.position);
}
