import { CommandPayload, CreateRule, FieldErrors, Problem } from '@tributary/contracts';
import { compileAction, isForAccounts } from '../evaluation/actions';
import { compileCondition } from '../evaluation/conditions';
import { InvalidDefinitionError } from '../evaluation/rule-definition';

type NewRule = CommandPayload<typeof CreateRule>;

const PARTS_MAX = 100;

/**
 * Checks a rule by compiling it: what can be saved can be run. Errors are named by their place in the request,
 * such as `actions.0.value`.
 * @throws Problem (invalid) naming all that is wrong.
 */
export function validateRule(rule: NewRule): void {
  const errors: FieldErrors = {};
  if (rule.name.trim() === '') errors.name = ['The name must not be blank.'];
  for (const part of ['conditions', 'actions'] as const) {
    if (rule[part].length > PARTS_MAX) errors[part] = [`A rule has at most ${PARTS_MAX} ${part}.`];
  }
  if (Object.keys(errors).length === 0) {
    rule.conditions.forEach((one, place) =>
      collect(errors, `conditions.${place}`, () => compileCondition(one)),
    );
    rule.actions.forEach((one, place) =>
      collect(errors, `actions.${place}`, () => {
        compileAction(one);
        if (rule.scope === 'FINANCIAL_ACCOUNT' && !isForAccounts(one.actionType)) throw needsDestination();
      }),
    );
  }
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

function collect(errors: FieldErrors, place: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    errors[`${place}.${error.member}`] = [error.message];
  }
}

function needsDestination(): InvalidDefinitionError {
  return new InvalidDefinitionError(
    'action_type',
    'A rule for financial accounts can only set fields of the transaction (SET_FIELD).',
  );
}
