import { Engine } from 'json-rules-engine';
import { BenchRule } from './rule-set';
import { BenchTransaction } from './transactions';

/** The same rules in json-rules-engine, which gets texts in lower case as it has no way to ignore it. */
export async function countJsonRules(
  transactions: readonly BenchTransaction[],
  rules: readonly BenchRule[],
): Promise<number> {
  const engine = new Engine([], { allowUndefinedFacts: true });
  engine.addOperator<string, string>('containsText', (text, wanted) => text.includes(wanted));
  for (const { id, field, text, above, below } of rules) {
    engine.addRule({
      event: { type: `r${id}` },
      conditions: {
        all: [
          { fact: field, operator: 'containsText', value: text.toLowerCase() },
          { fact: 'amount', operator: 'greaterThan', value: above },
          { fact: 'amount', operator: 'lessThan', value: below },
        ],
      },
    });
  }
  let hits = 0;
  for (const { payee, notes, amount } of transactions) {
    const facts = { payee: payee.toLowerCase(), notes: notes.toLowerCase(), amount: Number(amount) };
    hits += (await engine.run(facts)).events.length;
  }
  return hits;
}
