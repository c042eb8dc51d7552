import fc from 'fast-check';
import { storableJson } from './storable-json';

it('omits exactly what Postgres cannot store', () => {
  const json = JSON.stringify({ 'a\u0000': 'x\u0000y', list: ['\ud800', '😀', 'C:\\users'] });
  expect(JSON.parse(storableJson(json))).toEqual({ a: 'xy', list: ['', '😀', 'C:\\users'] });
});

it('changes no well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'));
      expect(JSON.parse(storableJson(JSON.stringify({ text })))).toEqual({ text });
    }),
  );
});
