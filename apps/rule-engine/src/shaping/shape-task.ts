import { RuleDefinition } from '../evaluation/rule-definition';
import { mapRules, rulesOf, ShapingPlan } from '../evaluation/shape';
import { ShapeTask } from '../evaluation/workers/tasks';
import { ToShape } from './shaping-decisions';

/** Returns the task for a worker: each plan once, and each rule once, referred to by its index. */
export function toShapeTask(
  wanted: readonly ToShape[],
  runs: (rule: RuleDefinition) => boolean,
): {
  readonly task: ShapeTask;
  readonly rules: readonly RuleDefinition[];
} {
  const planIndexes = new Map<ShapingPlan<RuleDefinition>, number>();
  const ruleIndexes = new Map<number, number>();
  const rules: RuleDefinition[] = [];
  const inputs = wanted.map(({ plan, input }) => {
    const index = planIndexes.get(plan) ?? planIndexes.size;
    planIndexes.set(plan, index);
    return { plan: index, input };
  });
  for (const rule of [...planIndexes.keys()].flatMap(rulesOf)) {
    if (ruleIndexes.has(rule.id) || !runs(rule)) continue;
    ruleIndexes.set(rule.id, rules.length);
    rules.push(rule);
  }
  const plans = [...planIndexes.keys()].map((plan) =>
    mapRules(plan, ({ id }) => ruleIndexes.get(id) ?? null),
  );
  return { task: { plans, inputs }, rules };
}
