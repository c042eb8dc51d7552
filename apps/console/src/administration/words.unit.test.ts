import { bytesText, deadLettersText, durationText } from './words';

it('says sizes, durations and counts as people do', () => {
  expect([0, 999, 12_345_678].map((bytes) => bytesText(bytes, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '12.3 MB',
  ]);
  expect([40, 185, 7300].map((seconds) => durationText(seconds, 'en'))).toEqual(['40 sec', '3 min', '2 hr']);
  expect([1, 2].map((count) => deadLettersText(count, 'en'))).toEqual(['1 dead letter', '2 dead letters']);
});
