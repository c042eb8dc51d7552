import { ActionType } from '@tributary/contracts';
import { Change, compileAction, Effect, LOCKED, Target } from './actions';
import { compileCondition } from './conditions/conditions';
import { Predicate } from './conditions/predicate';
import { ActionDefinition, InvalidDefinitionError, RuleDefinition } from './rule-definition';
import { isEverything } from './documents/sight';
import { suppressionKey } from './suppressions';

/** A change with the action that made it. */
export interface RuleChange extends Change {
  readonly actionId: number;
  readonly actionType: ActionType;
}

/** The result of running a rule on one transaction. */
export type RuleOutcome =
  | {
      readonly kind: 'applied';
      readonly changes: readonly RuleChange[];
      /** Whether the rule skipped a field because the user set it. */
      readonly metLock: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly action: { readonly id: number; readonly type: ActionType } | null;
    };

/** A compiled rule. */
export interface CompiledRule {
  readonly id: number;
  readonly version: number;
  readonly skipsOthersWhenTriggered: boolean;
  /** Returns whether the transaction triggers the rule; throws if that cannot be decided. */
  readonly triggers: Predicate;
  /** Runs all actions. If one fails, the target is reset to its state before the first. */
  readonly act: (target: Target) => RuleOutcome;
}

interface CompiledAction {
  readonly id: number;
  readonly type: ActionType;
  readonly suppressedBy: string;
  readonly effect: Effect;
}

const REASON_LENGTH_MAX = 500;

/**
 * Compiles a stored rule to closures. A rule that no longer compiles (another version of this service saved it) fails
 * visibly on every transaction, but the transactions are still shaped.
 */
export function compileRule(rule: RuleDefinition): CompiledRule {
  const { id, version, skip_other_rules_when_triggered: skipsOthersWhenTriggered } = rule;
  return { id, version, skipsOthersWhenTriggered, ...compileParts(rule) };
}

function compileParts(rule: RuleDefinition): Pick<CompiledRule, 'triggers' | 'act'> {
  try {
    const triggers = compileTrigger(rule);
    const actions = rule.actions.map((action) => compiledAction(rule, action));
    return { triggers, act: (target) => runActions(actions, target) };
  } catch (error) {
    if (!(error instanceof InvalidDefinitionError)) throw error;
    return { triggers: () => true, act: () => failed(error, null) };
  }
}

function compiledAction(
  { id: ruleId, sight }: RuleDefinition,
  action: ActionDefinition & { readonly id: number },
): CompiledAction {
  return {
    id: action.id,
    type: action.action_type,
    suppressedBy: suppressionKey(ruleId, action.id, action.field_name),
    effect: compileAction(action, sight),
  };
}

function compileTrigger(rule: RuleDefinition): Predicate {
  const holds = compileConditions(rule);
  const { sight } = rule;
  return isEverything(sight) ? holds : (subject) => holds(subject.seenBy(sight));
}

/** Combines the conditions of a rule; a rule without conditions is triggered by every transaction. */
function compileConditions({
  conditions,
  trigger_on_any_condition: triggerOnAnyCondition,
}: RuleDefinition): Predicate {
  const [first, second, third, ...more] = conditions.map(compileCondition);
  if (!first) return () => true;
  if (!second) return first;
  const rest = [second, ...(third ? [third] : []), ...more];
  if (triggerOnAnyCondition) return (subject) => first(subject) || rest.some((holds) => holds(subject));
  // Most rules have one or two conditions; without a loop these run in half the time.
  if (!third) return (subject) => first(subject) && second(subject);
  if (more.length === 0) return (subject) => first(subject) && second(subject) && third(subject);
  return (subject) => first(subject) && rest.every((holds) => holds(subject));
}

/** Turns an error into the rule's failure on one transaction; `action` is the action that failed. */
export function failed(error: unknown, action: { id: number; type: ActionType } | null): RuleOutcome {
  const reason = error instanceof Error ? error.message : 'the rule failed';
  return { kind: 'failed', reason: reason.slice(0, REASON_LENGTH_MAX), action };
}

function runActions(actions: readonly CompiledAction[], target: Target): RuleOutcome {
  const { subject, output, suppressed } = target;
  const before = { document: subject.document, fields: output?.fields, skip: output?.skip };
  const changes: RuleChange[] = [];
  let metLock = false;
  let running: CompiledAction | null = null;
  try {
    for (const action of actions) {
      if (suppressed?.has(action.suppressedBy)) continue;
      running = action;
      const change = action.effect(target);
      if (change === LOCKED) metLock = true;
      else if (change) changes.push({ ...change, actionId: action.id, actionType: action.type });
    }
    return { kind: 'applied', changes, metLock };
  } catch (error) {
    subject.restore(before.document);
    if (output) Object.assign(output, { fields: before.fields, skip: before.skip });
    return failed(error, running && { id: running.id, type: running.type });
  }
}
