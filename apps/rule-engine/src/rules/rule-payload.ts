import {
  EventPayload,
  membersOf,
  RuleDocument,
  RuleUpsertedV1,
  StoredRuleSettings,
} from '@tributary/contracts';
import { madeThrough } from '@tributary/service';
import { RuleDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/documents/sight';
import { AccountAttachment, LinkAttachment } from './attachments/attachment.entity';
import { compatibleDestinations, isOutputCompatible } from './attachments/rule-compatibility';
import { Rule, RuleAction, RuleCondition } from './rule.entity';

export type RulePayload = EventPayload<typeof RuleUpsertedV1>;

/** The accounts and links to which a rule is attached. */
export interface Attachments {
  readonly accounts: readonly AccountAttachment[];
  readonly links: readonly LinkAttachment[];
}

/** Returns the published form of the rule. */
export function toPayload(rule: Rule, attachments: Attachments): RulePayload {
  return {
    id: rule.id,
    version: rule.version,
    userId: rule.user_id,
    createdAt: rule.created_at.toISOString(),
    updatedAt: rule.updated_at.toISOString(),
    document: toDocument(rule, attachments),
  };
}

/** Returns the parts of the rule that are evaluated. */
export function toDefinition(rule: Rule): RuleDefinition {
  const { id, version, trigger_on_any_condition, skip_other_rules_when_triggered } = rule;
  return {
    id,
    version,
    sight: sightOf(rule.author),
    trigger_on_any_condition,
    skip_other_rules_when_triggered,
    conditions: inOrder(rule.conditions),
    actions: inOrder(rule.actions),
  };
}

function toDocument(rule: Rule, { accounts, links }: Attachments): RuleDocument {
  const actionTypes = rule.actions.map(({ action_type }) => action_type);
  return {
    ...membersOf(StoredRuleSettings, rule),
    type: rule.type,
    disabled_reason: rule.disabled_reason,
    disabled_at: rule.disabled_at?.toISOString() ?? null,
    migrated: rule.migrated,
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
    transaction_type: condition.transaction_type,
    field_name: condition.field_name,
    operator: condition.operator,
    value: condition.value,
    created_at: condition.created_at.toISOString(),
    updated_at: condition.updated_at.toISOString(),
  };
}

function toAction(action: RuleAction): RuleDocument['actions'][number] {
  return {
    id: action.id,
    order: action.position,
    action_type: action.action_type,
    field_name: action.field_name,
    value: action.value,
    created_at: action.created_at.toISOString(),
    updated_at: action.updated_at.toISOString(),
  };
}

function toAttachment({ targetId, position }: AccountAttachment | LinkAttachment) {
  return { id: targetId, position };
}

/** Returns conditions or actions in their order. */
export function inOrder<Part extends { position: number }>(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => a.position - b.position);
}
