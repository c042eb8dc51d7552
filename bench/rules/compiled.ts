import { SAMPLE_TIME } from '@tributary/contracts';
import { compileRule } from '../../apps/rule-engine/src/evaluation/compiled-rule';
import { NO_ACCOUNT_FACTS, transactionFacts } from '../../apps/rule-engine/src/evaluation/documents/facts';
import { ActionDefinition } from '../../apps/rule-engine/src/evaluation/rule-definition';
import { emptyJournal, runRules, shape } from '../../apps/rule-engine/src/evaluation/shape';
import { Subject } from '../../apps/rule-engine/src/evaluation/documents/subject';
import { BenchRule, toDefinition } from './rule-set';
import { BenchTransaction } from './transactions';

const FACTS = transactionFacts(
  { id: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
  17,
  NO_ACCOUNT_FACTS,
);

/** This product's evaluation alone: which rules are triggered. Returns the number of hits. */
export function countCompiled(
  transactions: readonly BenchTransaction[],
  rules: readonly BenchRule[],
): number {
  const compiled = rules.map((rule) => compileRule(toDefinition(rule, [])));
  let hits = 0;
  for (const { document } of transactions) {
    const journal = emptyJournal();
    const subject = new Subject(document, FACTS);
    runRules(compiled, { subject, output: null, suppressed: null }, null, journal);
    hits += journal.triggered.length;
  }
  return hits;
}

const LIQUID: ActionDefinition = {
  action_type: 'SET_FIELD',
  field_name: 'mapped_fields.description',
  value: '{{ mapped_fields.payee | downcase | capitalize }}',
};

/** All of it: conditions, a Liquid action, the document and its hash, a log row for each hit. Returns the hits. */
export function shapeCompiled(
  transactions: readonly BenchTransaction[],
  rules: readonly BenchRule[],
): number {
  // A field of each rule's own: every hit changes something, and is logged.
  const compiled = rules.map((rule) =>
    compileRule(toDefinition(rule, [{ ...LIQUID, field_name: `mapped_fields.r${rule.id}` }])),
  );
  const plan = { accountRules: compiled, links: [] };
  let logs = 0;
  let bytes = 0;
  transactions.forEach(({ document }, id) => {
    const { effects } = shape({ document, facts: FACTS, suppressions: [] }, plan);
    for (const effect of effects) bytes += JSON.stringify({ ...effect, id: 0, transactionId: id }).length;
    logs += effects.length;
  });
  if (bytes === 0) throw new Error('no log was written');
  return logs;
}
