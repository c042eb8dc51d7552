import {
  ACTION_TABLE,
  CommandPayload,
  CreateRule,
  FieldErrors,
  isLongerThan,
  readsIdentifier,
  RULE_BYTES_MAX,
  RULE_VALUE_LENGTH_MAX,
  ruleBytes,
} from '@tributary/contracts';
import { compileAction } from './actions';
import { compileCondition } from './conditions/conditions';
import { programSize } from './regular-expressions/program-size';
import { PROGRAM_SIZE_MAX } from './regular-expressions/regular-expressions';
import { ActionDefinition, ConditionDefinition, InvalidDefinitionError } from './rule-definition';
import { Sight } from './documents/sight';
import { checkPatternsOf, isTemplate, templatePaths } from './templates/templates';

/** The members of a rule that are checked. Unchanged parts may read fields that the caller may not see. */
export interface CheckedRule {
  readonly name: string;
  readonly description: string | null;
  readonly scope: CommandPayload<typeof CreateRule>['scope'];
  readonly conditions: readonly (ConditionDefinition & { readonly isUnchanged?: boolean })[];
  readonly actions: readonly (ActionDefinition & { readonly isUnchanged?: boolean })[];
}

const PARTS_MAX = 100;
/** The most instructions of all patterns in a rule's conditions together. */
const PROGRAMS_SIZE_MAX = 10_000;
/** The most characters of all templates of a rule together. */
const TEMPLATES_LENGTH_MAX = 50_000;

/**
 * Checks a rule by compiling it, so that every saved rule can run. Runs in a worker, because compiling can take long.
 * @returns all errors by their path in the request, such as `actions.0.value`; empty for a valid rule
 */
export function ruleErrors(rule: CheckedRule, sight: Sight): FieldErrors {
  const errors = boundErrors(rule);
  if (Object.keys(errors).length > 0) return errors;
  rule.conditions.forEach((one, index) =>
    collect(errors, `conditions.${index}`, () => {
      compileCondition(one);
      if (!one.isUnchanged) checkReads([one.field_name], 'field_name', sight);
    }),
  );
  rule.actions.forEach((one, index) =>
    collect(errors, `actions.${index}`, () => {
      compileAction(one, sight);
      if (rule.scope === 'FINANCIAL_ACCOUNT' && !ACTION_TABLE[one.action_type].forAccounts)
        throw needsDestination();
      if (!one.isUnchanged) checkReads(pathsOf(one), 'value', sight);
    }),
  );
  return errors;
}

/** Checks the size limits before anything is compiled. */
function boundErrors(rule: CheckedRule): FieldErrors {
  const { name, conditions, actions } = rule;
  const errors: FieldErrors = {};
  if (name.trim() === '') errors.name = ['The name must not be blank.'];
  for (const [part, { length }] of Object.entries({ conditions, actions })) {
    if (length > PARTS_MAX) errors[part] = [`A rule has at most ${PARTS_MAX} ${part}.`];
  }
  for (const [part, list] of Object.entries({ conditions, actions })) {
    const index = list.findIndex(
      ({ value, isUnchanged }) => !isUnchanged && isLongerThan(value ?? '', RULE_VALUE_LENGTH_MAX),
    );
    if (index >= 0)
      errors[`${part}.${index}.value`] = [`A value has at most ${RULE_VALUE_LENGTH_MAX} characters.`];
  }
  if (ruleBytes(rule) > RULE_BYTES_MAX) {
    errors.rule = [`The texts of a rule have at most ${RULE_BYTES_MAX / 1024} KB together.`];
  }
  const patterns = conditions.filter(({ operator }) => operator === 'matches' || operator === 'not_matches');
  // A pattern that exceeds its own limit is reported by its path when it is compiled, so here it counts with that
  // limit.
  const sizes = patterns.map(({ value }) => Math.min(programSize(value ?? ''), PROGRAM_SIZE_MAX));
  if (sumOf(sizes) > PROGRAMS_SIZE_MAX) {
    errors.conditions ??= [
      `The patterns of a rule have at most ${PROGRAMS_SIZE_MAX} instructions together, their repetitions written out.`,
    ];
  }
  const templates = actions.filter(({ value }) => value !== null && isTemplate(value));
  if (sumOf(templates.map(({ value }) => value?.length ?? 0)) > TEMPLATES_LENGTH_MAX) {
    errors.actions ??= [`The templates of a rule have at most ${TEMPLATES_LENGTH_MAX} characters together.`];
  }
  return errors;
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function collect(errors: FieldErrors, path: string, compile: () => void): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    errors[`${path}.${error.member}`] = [error.message];
  }
}

function pathsOf({ value }: ActionDefinition): string[] {
  if (value === null || !isTemplate(value)) return [];
  checkPatternsOf(value);
  return templatePaths(value);
}

/**
 * Rejects fields that the author may not read, because the rule would always find them empty. A template may build
 * further paths when it runs; those are not found here.
 */
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
