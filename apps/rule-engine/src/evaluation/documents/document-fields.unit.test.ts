import { findRuleField, RuleField, sampleTransaction } from '@tributary/contracts';
import { readField } from './document-fields';

function field(name: string): RuleField {
  const found = findRuleField(name);
  if (!found) throw new Error(`rules have no field ${name}`);
  return found;
}

it('rules read an enrichment as clients see it, though less of it is stored', () => {
  const document = { ...sampleTransaction, enriched: { b: 'spotify.com', i: 'paypal.com', s: 94, f: 's' } };
  const read = (name: string) => readField(document, field(`enriched.${name}`));
  expect(read('counterparty.name')).toBe('Spotify');
  expect(read('intermediary.name')).toBe('PayPal');
  expect(read('category_general')).toBe('ENTERTAINMENT');
  expect(read('certainty_score')).toBe('0.94');
  expect(read('is_subscription')).toBe('true');
  expect(readField(sampleTransaction, field('enriched.counterparty.name'))).toBe('');
});
