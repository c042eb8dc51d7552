import { changeOf, GONE, UNDER_REVIEW } from './change';
import { uniqueKeyBatches } from './unique-key-batches';

/** The expected changes: rows are the last announced hashes, columns the current ones. */
const STATES = ['a', 'b', GONE, UNDER_REVIEW] as const;
const CHANGES = [
  { before: null, now: ['CREATED', 'CREATED', 'NONE', 'NONE'] },
  { before: UNDER_REVIEW, now: ['CREATED', 'CREATED', 'NONE', 'NONE'] },
  { before: 'a', now: ['NONE', 'UPDATED', 'REMOVED', 'NONE'] },
  { before: GONE, now: ['UPDATED', 'UPDATED', 'NONE', 'NONE'] },
] as const;

describe('changeOf', () => {
  const pairs = CHANGES.flatMap(({ before, now }) =>
    STATES.map((state, at) => [before, state, now[at]] as const),
  );
  test.each(pairs)('from %j to %j is %s', (before, now, change) =>
    expect(changeOf(before, now)).toBe(change),
  );
});

describe('uniqueKeyBatches', () => {
  test('names each key once a batch, in order over the batches', () => {
    const items = ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'];
    expect(uniqueKeyBatches(items, (item) => item.charCodeAt(0))).toEqual([
      ['a1', 'b1', 'c1'],
      ['a2', 'b2'],
      ['a3'],
    ]);
  });
});
