import { compileRule } from '../../apps/rule-engine/src/evaluation/compiled-rule';
import { ruleSet, toDefinition } from './rule-set';

const LIQUID = {
  action_type: 'SET_FIELD' as const,
  field_name: 'mapped_fields.description',
  value: '{{ mapped_fields.payee | downcase | capitalize }}',
};

/** Memory and time of compiling so many rules: three conditions and a Liquid action each. */
export function measureCompiling(count: number): { readonly kibPerRule: number; readonly rulesPerS: number } {
  const definitions = ruleSet(count).map((rule) => toDefinition(rule, [LIQUID]));
  const collect = globalThis.gc;
  if (!collect) throw new Error('run with --expose-gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  const compiled = definitions.map(compileRule);
  const seconds = (performance.now() - began) / 1000;
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  return { kibPerRule: bytes / compiled.length / 1024, rulesPerS: compiled.length / seconds };
}
