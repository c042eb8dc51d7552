import { ActionType, FieldErrors, Problem, RuleDocument } from '@tributary/contracts';
import { AttachedTo } from './attachments.store';
import { compatibleDestinations, isOutputCompatible } from './rule-compatibility';

/** The members of a rule that decide to what it can be attached. */
export interface FittedRule {
  readonly scope: RuleDocument['scope'];
  readonly actions: readonly { readonly action_type: ActionType }[];
}

/** Returns why the rule cannot be attached, or null if it can. */
export function misfit({ scope, actions }: FittedRule, destinationType: string | null): string | null {
  const types = actions.map(({ action_type }) => action_type);
  if (destinationType === null) {
    const fits = scope !== 'TRANSFER_LINK' && isOutputCompatible(types);
    return fits ? null : 'This rule can only be attached to transfer links.';
  }
  if (scope === 'FINANCIAL_ACCOUNT') return 'The scope of this rule does not allow transfer links.';
  if (compatibleDestinations(types).some((type) => type === destinationType)) return null;
  return "The rule's actions do not fit the destination of this transfer link.";
}

/**
 * Checks that the rule can be attached.
 * @throws Problem (invalid)
 */
export function checkFits(rule: FittedRule, destinationType: string | null): void {
  const reason = misfit(rule, destinationType);
  if (reason !== null) throw Problem.invalid({ rule: [reason] });
}

/** Returns the errors of a changed rule that follow from its existing attachments. */
export function misfitErrors(rule: FittedRule, attachments: readonly AttachedTo[]): FieldErrors {
  const spoiled = attachments.find(({ destinationType }) => misfit(rule, destinationType) !== null);
  if (!spoiled) return {};
  const what = spoiled.kind === 'account' ? 'a financial account' : 'a transfer link';
  const member = rule.scope === 'ANY' ? 'actions' : 'scope';
  return { [member]: [`The rule is attached to ${what} that it would not fit any more: detach it first.`] };
}
