import { changeOf, GONE, UNDER_REVIEW } from './change';
import { inWaves } from './waves';

describe('changeOf', () => {
  test.each([
    [null, 'a', 'CREATED'],
    [null, GONE, 'NONE'],
    ['a', 'a', 'NONE'],
    ['a', 'b', 'UPDATED'],
    ['a', GONE, 'REMOVED'],
    [GONE, GONE, 'NONE'],
    [GONE, 'a', 'UPDATED'],
    [null, UNDER_REVIEW, 'NONE'],
    [UNDER_REVIEW, UNDER_REVIEW, 'NONE'],
    [UNDER_REVIEW, GONE, 'NONE'],
    [UNDER_REVIEW, 'a', 'CREATED'],
    ['a', UNDER_REVIEW, 'NONE'],
  ] as const)('from %j to %j is %s', (before, now, change) => expect(changeOf(before, now)).toBe(change));
});

describe('inWaves', () => {
  test('names each key once a wave, in order over the waves', () => {
    const items = ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'];
    expect(inWaves(items, (item) => item.charCodeAt(0))).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']]);
  });
});
