import { SAMPLE_TIME, sampleTransaction } from '@tributary/contracts';
import { CompiledRule, compileRule } from '../compiled-rule';
import { NO_ACCOUNT_FACTS, transactionFacts } from '../documents/facts';
import { ActionDefinition, RuleDefinition } from '../rule-definition';
import { shape, ShapingInput, ShapingPlan } from '../shape';
import { shapeBoth } from './shape-both';
import { FULL_SIGHT } from '../documents/sight';

const FACTS = transactionFacts(
  { id: 1001, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
  17,
  NO_ACCOUNT_FACTS,
);
const INPUT: ShapingInput = { document: sampleTransaction, facts: FACTS, suppressions: [] };

const runs = new Map<number, number>();
beforeEach(() => runs.clear());

/** A rule that counts its evaluations. */
function rule(
  id: number,
  value: string,
  more: Partial<Omit<RuleDefinition, 'actions'>> & { fieldName?: string } = {},
): CompiledRule {
  const { fieldName = 'mapped_fields.payee', ...members } = more;
  const action: ActionDefinition = { action_type: 'SET_FIELD', field_name: fieldName, value };
  const compiled = compileRule({
    id,
    version: 1,
    sight: FULL_SIGHT,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions: [],
    ...members,
    actions: [{ id, ...action }],
  });
  const triggers: CompiledRule['triggers'] = (subject) => {
    runs.set(id, (runs.get(id) ?? 0) + 1);
    return compiled.triggers(subject);
  };
  return { ...compiled, triggers };
}

const FIRST = rule(1, 'first');
const SECOND = rule(2, '{{ mapped_fields.payee }} second');
const STOPS = rule(3, 'stops', { skip_other_rules_when_triggered: true });
const SAVED = rule(7, 'saved');
const CHANGED = rule(7, 'changed', { fieldName: 'mapped_fields.description' });
const LAST = rule(9, '{{ mapped_fields.payee }} last');

const plan = (accountRules: CompiledRule[], ...links: CompiledRule[][]): ShapingPlan => ({
  accountRules,
  links: links.map((rules, index) => ({
    transferLinkId: 8 + index,
    destinationType: 'BUDGETA',
    sight: FULL_SIGHT,
    rules,
  })),
});

describe('shaping by two plans', () => {
  it.each<[string, ShapingPlan, ShapingPlan]>([
    ['a rule of the account', plan([FIRST, SAVED, LAST], [SECOND]), plan([FIRST, CHANGED, LAST], [SECOND])],
    [
      'a rule of a link',
      plan([FIRST], [SECOND], [SECOND, SAVED]),
      plan([FIRST], [SECOND], [SECOND, CHANGED]),
    ],
    ['a rule that was off', plan([FIRST, LAST], [SECOND]), plan([FIRST, CHANGED, LAST], [SECOND])],
    ['the last rule, which was off', plan([FIRST]), plan([FIRST, CHANGED])],
    ['a rule behind one that stops', plan([STOPS, SAVED], [FIRST]), plan([STOPS, CHANGED], [FIRST])],
    ['nothing', plan([FIRST, SAVED], [LAST]), plan([FIRST, SAVED], [LAST])],
  ])('gives what shaping by each gives, for a change of %s', (_of, before, after) => {
    const isSplit = { ...INPUT, document: { ...sampleTransaction, split: [] } } as unknown as ShapingInput;
    const isDoubtful: ShapingInput = { ...INPUT, document: { ...sampleTransaction, under_review: true } };
    for (const input of [INPUT, isSplit, isDoubtful]) {
      expect(shapeBoth(input, [before, after])).toEqual([shape(input, before), shape(input, after)]);
    }
  });

  it('runs the rules before the changed one once, and those from it on twice', () => {
    shapeBoth(INPUT, [plan([FIRST, SECOND, SAVED, LAST]), plan([FIRST, SECOND, CHANGED, LAST])]);
    expect(Object.fromEntries(runs)).toEqual({ 1: 1, 2: 1, 7: 2, 9: 2 });
  });

  it('runs the rules of the account and of other links once, for a change of a link’s rule', () => {
    shapeBoth(INPUT, [plan([FIRST], [SECOND], [LAST, SAVED]), plan([FIRST], [SECOND], [LAST, CHANGED])]);
    expect(Object.fromEntries(runs)).toEqual({ 1: 1, 2: 1, 9: 1, 7: 2 });
  });
});
