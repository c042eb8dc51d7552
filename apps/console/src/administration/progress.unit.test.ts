import { progressOf, shareOf } from './progress';

it('reads how far something is', () => {
  expect([null, 'begun', '3 of 10', '12 of 10'].map(progressOf)).toEqual([0, 0, 30, 100]);
  expect(shareOf(1, 0)).toBe(0);
});
