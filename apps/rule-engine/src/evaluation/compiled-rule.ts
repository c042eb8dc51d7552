import { ActionType } from '@tributary/contracts';
import { Change, compileAction, Effect, Target } from './actions';
import { compileCondition, Predicate } from './conditions';
import { ActionDefinition, InvalidDefinitionError, RuleDefinition } from './rule-definition';
import { suppressionKey } from './suppressions';

/** A change with the action that made it. */
export interface RuleChange extends Change {
  readonly actionId: number;
  readonly actionType: ActionType;
}

/** What a rule did to one transaction. */
export type RuleOutcome =
  | { readonly kind: 'not_triggered' }
  | { readonly kind: 'applied'; readonly changes: readonly RuleChange[] }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly action: { readonly id: number; readonly type: ActionType } | null;
    };

/** A rule, ready to run. */
export interface CompiledRule {
  readonly id: number;
  readonly version: number;
  readonly skipsOthersWhenTriggered: boolean;
  /** Runs the rule as a whole or not at all: where it fails, the target is as it was before. */
  readonly run: (target: Target) => RuleOutcome;
}

interface CompiledAction {
  readonly id: number;
  readonly type: ActionType;
  readonly suppressedBy: string;
  readonly effect: Effect;
}

const REASON_LENGTH_MAX = 500;
const NOT_TRIGGERED: RuleOutcome = { kind: 'not_triggered' };

/**
 * Compiles a stored rule once, to closures. A rule that no longer compiles (saved by another version of this
 * service) fails on every transaction, visibly, instead of keeping them from being shaped.
 */
export function compileRule(rule: RuleDefinition): CompiledRule {
  const { id, version, skipOtherRulesWhenTriggered } = rule;
  return { id, version, skipsOthersWhenTriggered: skipOtherRulesWhenTriggered, run: compileRun(rule) };
}

function compileRun(rule: RuleDefinition): CompiledRule['run'] {
  try {
    const triggers = compileTrigger(rule);
    const actions = rule.actions.map((action) => compiledAction(rule.id, action));
    return (target) => runRule(triggers, actions, target);
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    const { message } = error;
    return () => ({ kind: 'failed', reason: message, action: null });
  }
}

function compiledAction(ruleId: number, action: ActionDefinition & { readonly id: number }): CompiledAction {
  return {
    id: action.id,
    type: action.actionType,
    suppressedBy: suppressionKey(ruleId, action.id, action.fieldName),
    effect: compileAction(action),
  };
}

/** A rule without conditions holds for every transaction. */
function compileTrigger({ conditions, triggerOnAnyCondition }: RuleDefinition): Predicate {
  const [first, second, ...more] = conditions.map(compileCondition);
  if (!first) return () => true;
  if (!second) return first;
  const all = [first, second, ...more];
  if (triggerOnAnyCondition) return (subject) => all.some((holds) => holds(subject));
  if (more.length === 0) return (subject) => first(subject) && second(subject);
  return (subject) => all.every((holds) => holds(subject));
}

function runRule(triggers: Predicate, actions: readonly CompiledAction[], target: Target): RuleOutcome {
  try {
    if (!triggers(target.subject)) return NOT_TRIGGERED;
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error), action: null };
  }
  return runActions(actions, target);
}

function runActions(actions: readonly CompiledAction[], target: Target): RuleOutcome {
  const { subject, output, suppressed } = target;
  const before = { document: subject.document, fields: output?.fields, skip: output?.skip };
  const changes: RuleChange[] = [];
  let running: CompiledAction | null = null;
  try {
    for (const action of actions) {
      if (suppressed?.has(action.suppressedBy)) continue;
      running = action;
      const change = action.effect(target);
      if (change) changes.push({ ...change, actionId: action.id, actionType: action.type });
    }
    return { kind: 'applied', changes };
  } catch (error) {
    subject.restore(before.document);
    if (output) Object.assign(output, { fields: before.fields, skip: before.skip });
    return {
      kind: 'failed',
      reason: reasonOf(error),
      action: running && { id: running.id, type: running.type },
    };
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'the rule failed';
  return reason.slice(0, REASON_LENGTH_MAX);
}
