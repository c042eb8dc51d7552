import { ActionDefinition, RuleDefinition } from '../../apps/rule-engine/src/evaluation/rule-definition';
import { FULL_SIGHT } from '../../apps/rule-engine/src/evaluation/documents/sight';

/** A rule of the benchmark: a field contains a text, and the amount lies between two bounds. */
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

/**
 * Returns `count` rules that match real transactions: half of the rules by the bank of the payee, half by words of the
 * notes, and all by the amount. Each rule matches a small part of the transactions.
 */
export function ruleSet(count: number): BenchRule[] {
  return Array.from({ length: count }, (_, index) => {
    const ofPayee = index % 2 === 0;
    const variant = Math.floor(index / 2);
    const above = BOUNDS[variant % BOUNDS.length] ?? 0;
    return {
      id: index + 1,
      field: ofPayee ? 'payee' : 'notes',
      text: ofPayee ? `at bank ${BANKS[variant % BANKS.length]}` : (NOTES[variant % NOTES.length] ?? ''),
      above,
      below: above + 95_000,
    };
  });
}

const FIELDS = { payee: 'mapped_fields.payee', notes: 'remittance_information.unstructured' } as const;

/** Converts a rule of the benchmark to a rule of the rule engine. */
export function toDefinition(rule: BenchRule, actions: readonly ActionDefinition[]): RuleDefinition {
  return {
    id: rule.id,
    version: 1,
    sight: FULL_SIGHT,
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
