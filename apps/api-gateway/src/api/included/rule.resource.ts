import { hidesAction, hidesCondition, RuleAction, RuleCondition, RuleDocument } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { DocumentRow } from '../../rest/lists/row-list';
import { idText, timeText, wireText } from '../../rest/wire-values';

/** A link or account with this rule, and the rule's position among the rules there. */
export interface Attachment {
  readonly id: number;
  readonly position: number;
}

export interface RuleRow extends DocumentRow<RuleDocument> {
  /** Attachments that the token was granted. */
  readonly transfer_links: readonly Attachment[];
  readonly financial_accounts: readonly Attachment[];
}

/** The relations of a rule. */
export interface RuleRelations {
  readonly transfer_links?: readonly { readonly rule_position: number; readonly transfer_link: unknown }[];
  readonly financial_accounts?: readonly {
    readonly rule_position: number;
    readonly financial_account: unknown;
  }[];
}

/** Whether the conditions and the actions of a rule contain the rule itself, as a list shows it. */
export interface RuleParts {
  readonly conditions: boolean;
  readonly actions: boolean;
}

/** A rule with every relation that the request includes. */
export function toRuleWithParts(
  access: Access,
  row: RuleRow,
  relations: RuleRelations,
  { conditions, actions }: RuleParts,
): Readonly<Record<string, unknown>> {
  const parts = conditions || actions ? [toRule(access, row)] : [];
  return toRule(access, row, relations, {
    ...(conditions ? { conditions: { rules: parts } } : {}),
    ...(actions ? { actions: { rules: parts } } : {}),
  });
}

/** The rules that each condition or action contains beside its own fields. */
interface PartRelations {
  readonly conditions?: { readonly rules: readonly unknown[] };
  readonly actions?: { readonly rules: readonly unknown[] };
}

/**
 * Returns a rule with its conditions and actions, and with its relations if the endpoint shows them. A token that may
 * not read sensitive fields gets null for sensitive values of an author who may, and sending null back does not change
 * them.
 */
export function toRule(
  access: Access,
  row: RuleRow,
  relations: RuleRelations = {},
  parts: PartRelations = {},
): Readonly<Record<string, unknown>> {
  const { document } = row;
  const hides = !access.seesIdentifiers && document.author_sees_identifiers !== false;
  return {
    id: idText(row.id),
    scope: document.scope,
    type: document.type,
    name: document.name,
    description: document.description,
    enabled: wireText(document.enabled),
    disabled_reason: document.disabled_reason ?? null,
    disabled_at: document.disabled_at ? timeText(new Date(document.disabled_at)) : null,
    migrated: wireText(document.migrated),
    trigger_on_any_condition: wireText(document.trigger_on_any_condition),
    skip_other_rules_when_triggered: wireText(document.skip_other_rules_when_triggered),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    compatible_destinations: document.compatible_destinations,
    output_compatible: wireText(document.output_compatible),
    paused: document.paused ?? null,
    conditions: document.conditions.map((one) =>
      toCondition(hides && hidesCondition(one) ? { ...one, value: null } : one, parts.conditions),
    ),
    conditions_count: wireText(document.conditions.length),
    actions: document.actions.map((one) =>
      toAction(hides && hidesAction(one) ? { ...one, value: null } : one, parts.actions),
    ),
    actions_count: wireText(document.actions.length),
    ...relations,
    financial_accounts_count: wireText(row.financial_accounts.length),
    transfer_links_count: wireText(row.transfer_links.length),
  };
}

function toCondition({ id, ...condition }: RuleCondition, rules: PartRelations['conditions']) {
  return { id: idText(id), ...condition, ...rules, rules_count: wireText(1) };
}

function toAction({ id, order, ...action }: RuleAction, rules: PartRelations['actions']) {
  return { id: idText(id), order: wireText(order), ...action, ...rules, rules_count: wireText(1) };
}
