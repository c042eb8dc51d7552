import { CommandPayload, CreateRule, FieldErrors, Problem, readsIdentifier } from '@tributary/contracts';
import { compileAction, isForAccounts } from '../evaluation/actions';
import { compileCondition } from '../evaluation/conditions';
import { ActionDefinition, ConditionDefinition, InvalidDefinitionError } from '../evaluation/rule-definition';
import { Sight } from '../evaluation/sight';
import { isTemplate, templatePaths } from '../evaluation/templates';

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
export function validateRule(rule: CheckedRule, sight: Sight): void {
  const errors = ruleErrors(rule, sight);
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** All that is wrong with a rule, by its place in the request; empty for a good one. */
export function ruleErrors(rule: CheckedRule, sight: Sight): FieldErrors {
  const errors: FieldErrors = {};
  if (rule.name.trim() === '') errors.name = ['The name must not be blank.'];
  for (const part of ['conditions', 'actions'] as const) {
    if (rule[part].length > PARTS_MAX) errors[part] = [`A rule has at most ${PARTS_MAX} ${part}.`];
  }
  if (Object.keys(errors).length > 0) return errors;
  rule.conditions.forEach((one, place) =>
    collect(errors, `conditions.${place}`, () => {
      compileCondition(one);
      if (!one.isKept) checkReads([one.fieldName], 'field_name', sight);
    }),
  );
  rule.actions.forEach((one, place) =>
    collect(errors, `actions.${place}`, () => {
      compileAction(one, sight);
      if (rule.scope === 'FINANCIAL_ACCOUNT' && !isForAccounts(one.actionType)) throw needsDestination();
      if (!one.isKept) checkReads(pathsOf(one), 'value', sight);
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

/** The rule would find these empty. What a template reads is known for sure only when it runs: this is a courtesy. */
function checkReads(paths: readonly string[], member: 'field_name' | 'value', sight: Sight): void {
  const hidden = sight.identifiers ? undefined : paths.find(readsIdentifier);
  const ofAccount = sight.account ? undefined : paths.find((path) => /^financial_account(\.|$)/.test(path));
  const scope = hidden === undefined ? 'accounts:read' : 'sensitive:read';
  const path = hidden ?? ofAccount;
  if (path === undefined) return;
  throw new InvalidDefinitionError(
    member,
    `Rules that read ${path} need the scope ${scope}, which this token does not have.`,
  );
}

function needsDestination(): InvalidDefinitionError {
  return new InvalidDefinitionError(
    'action_type',
    'A rule for financial accounts can only set fields of the transaction (SET_FIELD).',
  );
}
