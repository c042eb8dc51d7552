import { ActionDefinition, RuleDefinition } from '../../apps/rule-engine/src/evaluation/rule-definition';
import { SEES_EVERYTHING } from '../../apps/rule-engine/src/evaluation/documents/sight';

/** A rule of the benchmark: a text that a field must contain, and amounts that it must lie between. */
export interface BenchRule {
  readonly id: number;
  readonly field: 'payee' | 'notes';
  readonly text: string;
  readonly above: number;
  readonly below: number;
}

const BANKS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL', 'MN', 'OP', 'QR', 'ST', 'UV', 'WX', 'YZ'];
const NOTES = ['sipo', 'urok', 'pojistne', 'sluzby', 'duchod', 'uver', 'vyber', 'vklad', 'prevod', 'kartou'];
const BOUNDS = [-100_000, -5_000, -1_000, 0, 1_000, 5_000];

/** So many rules that divide real transactions among them: by the other bank, or by the purpose, and by size. */
export function ruleSet(count: number): BenchRule[] {
  return Array.from({ length: count }, (_, index) => {
    const ofPayee = index % 2 === 0;
    const turn = Math.floor(index / 2);
    const above = BOUNDS[turn % BOUNDS.length] ?? 0;
    return {
      id: index + 1,
      field: ofPayee ? 'payee' : 'notes',
      text: ofPayee ? `at bank ${BANKS[turn % BANKS.length]}` : (NOTES[turn % NOTES.length] ?? ''),
      above,
      below: above + 95_000,
    };
  });
}

const FIELDS = { payee: 'mapped_fields.payee', notes: 'remittance_information.unstructured' } as const;

/** The rule as this product stores it. */
export function toDefinition(rule: BenchRule, actions: readonly ActionDefinition[]): RuleDefinition {
  return {
    id: rule.id,
    version: 1,
    sight: SEES_EVERYTHING,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions: [
      { transaction_type: 'ANY', field_name: FIELDS[rule.field], operator: 'contains', value: rule.text },
      { transaction_type: 'ANY', field_name: 'amount', operator: 'gt', value: String(rule.above) },
      { transaction_type: 'ANY', field_name: 'amount', operator: 'lt', value: String(rule.below) },
    ],
    actions: actions.map((action, index) => ({ id: index + 1, ...action })),
  };
}
