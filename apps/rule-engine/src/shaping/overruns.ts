import { RuleDefinition } from '../evaluation/rule-definition';
import { RuleEffect, rulesOf, Shaping } from '../evaluation/shape';
import { SwitchedOff } from '../rules/switch-off';
import { RuleEndedError } from '../evaluation/workers/rule-worker';
import { ToShape } from './shaping-decisions';

/** The share of the used time that the remaining rules may have. */
const LEFT_SHARE = 0.25;

/**
 * Returns the rules to switch off after an exceeded limit: the most expensive ones by their samples, until the others
 * used at most a quarter of the time. So twenty rules that together exceed a limit cause few overruns and not twenty.
 * If memory ran out or the thread died, the running rule is switched off.
 */
export function culpritsOf({ timesSeen, rules, reason, running }: RuleEndedError): RuleDefinition[] {
  if (reason === 'memory' || reason === 'died') return running ? [running] : [...rules];
  const bySight = [...timesSeen].sort(([, one], [, other]) => other - one);
  const total = bySight.reduce((sum, [, times]) => sum + times, 0);
  let left = total;
  const culprits = bySight.flatMap(([index, times]) => {
    if (left <= total * LEFT_SHARE) return [];
    left -= times;
    return rules[index] ?? [];
  });
  return culprits.length > 0 ? culprits : [...rules];
}

/**
 * Returns the shapings with one failure for each switched-off rule, on the first transaction that it would have shaped.
 */
export function withFailures(
  wanted: readonly ToShape[],
  shapings: readonly Shaping[],
  switchedOff: readonly SwitchedOff[],
): readonly Shaping[] {
  const failures = new Map<number, RuleEffect[]>();
  for (const { id, reason } of switchedOff) {
    const index = wanted.findIndex(({ plan }) => rulesOf(plan).some((rule) => rule.id === id));
    const plan = wanted[index]?.plan;
    if (!plan) continue;
    const link = plan.accountRules.some((rule) => rule.id === id)
      ? null
      : plan.links.find(({ rules }) => rules.some((rule) => rule.id === id));
    const error = `${reason} It was switched off.`;
    failures.set(index, [...(failures.get(index) ?? []), failure(id, link?.transferLinkId ?? null, error)]);
  }
  return shapings.map((shaping, index) => {
    const own = failures.get(index);
    return own ? { ...shaping, effects: [...shaping.effects, ...own] } : shaping;
  });
}

function failure(ruleId: number, transferLinkId: number | null, error: string): RuleEffect {
  const nothing = { actionId: null, actionType: null, fieldName: null, previousValue: null, newValue: null };
  return { kind: 'FAILED', ruleId, transferLinkId, ...nothing, error };
}
