import { ActionType } from '@tributary/contracts';
import { Change, compileAction, Effect, Target } from './actions';
import { compileCondition, Predicate } from './conditions';
import { InvalidDefinitionError, RuleDefinition } from './rule-definition';

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
  readonly effect: Effect;
}

const REASON_LENGTH_MAX = 500;

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
    const actions = rule.actions.map((action) => ({
      id: action.id,
      type: action.actionType,
      effect: compileAction(action),
    }));
    return (target) => runRule(triggers, actions, target);
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    const { message } = error;
    return () => ({ kind: 'failed', reason: message, action: null });
  }
}

/** A rule without conditions holds for every transaction. */
function compileTrigger({ conditions, triggerOnAnyCondition }: RuleDefinition): Predicate {
  const predicates = conditions.map(compileCondition);
  if (predicates.length === 0) return () => true;
  return triggerOnAnyCondition
    ? (subject) => predicates.some((holds) => holds(subject))
    : (subject) => predicates.every((holds) => holds(subject));
}

function runRule(triggers: Predicate, actions: readonly CompiledAction[], target: Target): RuleOutcome {
  const { subject, output } = target;
  const before = { document: subject.document, fields: output?.fields, skip: output?.skip };
  const changes: RuleChange[] = [];
  let running: CompiledAction | null = null;
  try {
    if (!triggers(subject)) return { kind: 'not_triggered' };
    for (const action of actions) {
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
