import { CommandPayload, CreateRule, FieldErrors, Problem } from '@tributary/contracts';
import { compileAction, isForAccounts } from '../evaluation/actions';
import { compileCondition } from '../evaluation/conditions';
import { ActionDefinition, ConditionDefinition, InvalidDefinitionError } from '../evaluation/rule-definition';
import { isTemplate, templatePaths } from '../evaluation/templates';
import { readsIdentifier } from './sensitive-fields';

/** What of a rule can be wrong in itself. A part that is kept as it was needs no right to see what it reads. */
export interface CheckedRule {
  readonly name: string;
  readonly scope: CommandPayload<typeof CreateRule>['scope'];
  readonly conditions: readonly (ConditionDefinition & { readonly isKept?: boolean })[];
  readonly actions: readonly (ActionDefinition & { readonly isKept?: boolean })[];
}

const PARTS_MAX = 100;

/**
 * Checks a rule by compiling it: what can be saved can be run.
 * @throws Problem (invalid) naming all that is wrong, by place, such as `actions.0.value`.
 */
export function validateRule(rule: CheckedRule, seesIdentifiers: boolean): void {
  const errors = ruleErrors(rule, seesIdentifiers);
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** All that is wrong with a rule, by its place in the request; empty for a good one. */
export function ruleErrors(rule: CheckedRule, seesIdentifiers: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (rule.name.trim() === '') errors.name = ['The name must not be blank.'];
  for (const part of ['conditions', 'actions'] as const) {
    if (rule[part].length > PARTS_MAX) errors[part] = [`A rule has at most ${PARTS_MAX} ${part}.`];
  }
  if (Object.keys(errors).length > 0) return errors;
  rule.conditions.forEach((one, place) =>
    collect(errors, `conditions.${place}`, () => {
      compileCondition(one);
      if (!seesIdentifiers && !one.isKept) checkReads([one.fieldName], 'field_name');
    }),
  );
  rule.actions.forEach((one, place) =>
    collect(errors, `actions.${place}`, () => {
      compileAction(one);
      if (rule.scope === 'FINANCIAL_ACCOUNT' && !isForAccounts(one.actionType)) throw needsDestination();
      if (!seesIdentifiers && !one.isKept) checkReads(pathsOf(one), 'value');
    }),
  );
  return errors;
}

function collect(errors: FieldErrors, place: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    errors[`${place}.${error.member}`] = [error.message];
  }
}

function pathsOf({ value }: ActionDefinition): string[] {
  return value !== null && isTemplate(value) ? templatePaths(value) : [];
}

/** A rule would tell a token what it may not see, by what it matches or by what it writes. */
function checkReads(paths: readonly string[], member: 'field_name' | 'value'): void {
  const hidden = paths.find(readsIdentifier);
  if (hidden === undefined) return;
  throw new InvalidDefinitionError(
    member,
    `Rules that read ${hidden} need the scope sensitive:read, which this token does not have.`,
  );
}

function needsDestination(): InvalidDefinitionError {
  return new InvalidDefinitionError(
    'action_type',
    'A rule for financial accounts can only set fields of the transaction (SET_FIELD).',
  );
}
