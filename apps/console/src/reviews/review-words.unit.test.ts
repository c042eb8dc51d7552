import { decidedWords, decisionsFor, evidenceOf, wordsOf } from './review-words';

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
    const review = { evidence, currency: 'EUR', origin: 'MATCHED' } as const;
    expect(words(review, 'Amount')).toMatchObject({ words: 'The same', speaks: 'for' });
    expect(words(review, 'Name')).toMatchObject({ words: 'Similar', speaks: 'for' });
    expect(words(review, 'Pending entry still listed')).toMatchObject({ speaks: 'against' });
  });

  it('names the exact difference', () => {
    const differs = { ...evidence, amount: 'different', amount_difference: '-1.50' } as const;
    expect(words({ evidence: differs, currency: 'EUR', origin: 'MATCHED' }, 'Amount')?.words).toBe(
      'Differs by -€1.50',
    );
  });
});

describe('a review of two booked rows', () => {
  it('is asked in other words, and its evidence says nothing of pending entries', () => {
    const { question, accept, dismiss } = wordsOf('MATCHED_DUPLICATE');
    expect([question, accept, dismiss]).toEqual(['Is this the same payment?', 'One payment', 'Two payments']);
    const about = evidenceOf({ evidence, currency: 'EUR', origin: 'MATCHED_DUPLICATE' }, 'en-GB').map(
      (one) => one.about,
    );
    expect(about).toEqual(['Amount', 'Name', 'Days between them', 'The bank’s own id']);
  });

  it('may be one of many of its file: what came of a decision about all of them is said', () => {
    expect(decidedWords({ decided: '3', refused: '0', remaining: '0' })).toBe('3 decided');
    expect(decidedWords({ decided: '2000', refused: '1', remaining: '40' })).toBe(
      '2000 decided, 1 cannot be decided so and stay open, 40 wait still: decide again',
    );
  });
});

it('only what is open is decided, and only what was decided is undone', () => {
  expect(decisionsFor('OPEN')).toEqual(['accept', 'dismiss']);
  expect(decisionsFor('ACCEPTED')).toEqual(['undo']);
  expect(decisionsFor('SUPERSEDED')).toEqual([]);
});
