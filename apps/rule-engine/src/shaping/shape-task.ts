import { RuleDefinition } from '../evaluation/rule-definition';
import { mapRules, rulesOf, ShapingPlan } from '../evaluation/shape';
import { ShapeTask } from '../evaluation/workers/tasks';
import { ToShape } from './shaping-decisions';

/** Returns the task for a worker: each plan once, and each rule once, referred to by its index. */
export function toShapeTask(
  wanted: readonly ToShape[],
  runs: (rule: RuleDefinition) => boolean,
): {
  readonly asks: ShapeTask;
  readonly rules: readonly RuleDefinition[];
} {
  const places = new Map<ShapingPlan<RuleDefinition>, number>();
  const rulePlaces = new Map<number, number>();
  const rules: RuleDefinition[] = [];
  const inputs = wanted.map(({ plan, input }) => {
    const place = places.get(plan) ?? places.size;
    places.set(plan, place);
    return { plan: place, input };
  });
  for (const rule of [...places.keys()].flatMap(rulesOf)) {
    if (rulePlaces.has(rule.id) || !runs(rule)) continue;
    rulePlaces.set(rule.id, rules.length);
    rules.push(rule);
  }
  const plans = [...places.keys()].map((plan) => mapRules(plan, ({ id }) => rulePlaces.get(id) ?? null));
  return { asks: { plans, inputs }, rules };
}
