import { RuleDefinition } from '../evaluation/rule-definition';
import { FULL_SIGHT } from '../evaluation/documents/sight';
import { RuleEndedError } from '../evaluation/workers/rule-worker';
import { EndReason } from '../evaluation/workers/watch';
import { culpritsOf } from './overruns';

const LIMITS = { stepMs: 1_000, jobMs: 3_000, memoryMb: 64 };

function rule(id: number): RuleDefinition {
  const flags = { trigger_on_any_condition: false, skip_other_rules_when_triggered: false };
  return { id, version: 1, sight: FULL_SIGHT, ...flags, conditions: [], actions: [] };
}

/** Returns the culprits; `seen` has the samples of each rule, of which the last one is running. */
function culprits(reason: EndReason, seen: readonly number[]): number[] {
  const rules = seen.map((_, index) => rule(index + 1));
  const bySight = new Map(seen.entries());
  const error = new RuleEndedError(reason, LIMITS, rules, rules.at(-1) ?? null, bySight);
  return culpritsOf(error).map(({ id }) => id);
}

describe('the rules that are switched off after exceeding a limit', () => {
  it('are the one that used the time', () => {
    expect(culprits('step', [1, 0, 80])).toEqual([3]);
  });

  it('are the most expensive ones, until a quarter of the time is left', () => {
    expect(culprits('job', [10, 10, 10, 10, 10, 10, 10, 10])).toHaveLength(6);
    expect(culprits('job', [5, 40, 15, 40])).toEqual([2, 4]);
  });

  it('are the running one, if memory ran out or the thread ended', () => {
    expect(culprits('memory', [90, 1])).toEqual([2]);
    expect(culprits('died', [90, 1])).toEqual([2]);
  });

  it('are all, if none was seen', () => {
    expect(culprits('step', [])).toEqual([]);
    const rules = [rule(1), rule(2)];
    expect(culpritsOf(new RuleEndedError('step', LIMITS, rules, null, new Map()))).toEqual(rules);
  });
});
