import { decisionsFor, evidenceOf } from './review-words';

const evidence = {
  amount: 'exact',
  amount_difference: '0.00',
  name: 'similar',
  days: 2,
  same_day: false,
  same_institution_id: false,
  linked_by_provider: false,
  pending_listed: true,
} as const;

const words = (of: Parameters<typeof evidenceOf>[0], about: string) =>
  evidenceOf(of, 'en-GB').find((one) => one.about === about);

describe('the evidence of a review, in words', () => {
  it('says what speaks for one transaction and what against', () => {
    const review = { evidence, currency: 'EUR' };
    expect(words(review, 'Amount')).toMatchObject({ words: 'The same', speaks: 'for' });
    expect(words(review, 'Name')).toMatchObject({ words: 'Similar', speaks: 'for' });
    expect(words(review, 'Pending entry still listed')).toMatchObject({ speaks: 'against' });
  });

  it('names the exact difference', () => {
    const differs = { ...evidence, amount: 'different', amount_difference: '-1.50' } as const;
    expect(words({ evidence: differs, currency: 'EUR' }, 'Amount')?.words).toBe('Differs by -€1.50');
  });
});

it('only what is open is decided, and only what was decided is undone', () => {
  expect(decisionsFor('OPEN')).toEqual(['accept', 'dismiss']);
  expect(decisionsFor('ACCEPTED')).toEqual(['undo']);
  expect(decisionsFor('SUPERSEDED')).toEqual([]);
});
