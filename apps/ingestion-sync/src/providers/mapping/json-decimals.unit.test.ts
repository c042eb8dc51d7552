import { parse } from 'lossless-json';
import { parseLossless, stringifyLossless } from './json-decimals';

const GOOD = [
  'null',
  'true',
  '"a"',
  '0',
  '-0.10',
  '1e400',
  '-12.3400E-5',
  '123456789012345678901234567890.1234567890',
  '""',
  '"n1.50"',
  '"s"',
  '"\\u006e1.50 \\"2\\" \\\\"',
  '"\\\\"',
  '"1:2"',
  '{"a":1,"n1":"n1","s":{"":[1,"1",{"b":-1.00}]}}',
  ' [ 1 , "2" , [ ] , { } , false ] ',
  '{"a" : 1, "b"\n:\t[1.10,2.20]}',
  '{"toString":1,"constructor":2}',
  '{"a":"x:y","b":"\\":1"}',
];

const BAD = [
  '',
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '- 1',
  '0x10',
  'NaN',
  '1 2',
  '[1,]',
  '[1 2]',
  '{1:2}',
  '{"a":1,"a":2}',
  '{"a":1 "b":2}',
  '"a',
  '"a"b',
  '"a""b"',
  '1"a"',
  '"\n"',
  '{"a":}',
  'tru1e',
  '[1}',
  '1e',
];

describe('JSON with its numbers digit by digit', () => {
  it.each(GOOD)('%s is read as lossless-json reads it', (text) => {
    expect(parseLossless(text)).toEqual(parse(text));
    expect(stringifyLossless(parseLossless(text))).toBe(stringifyLossless(parse(text)));
  });

  it.each(BAD)('%s is none', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError);
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it('a member named __proto__ is a member like others', () => {
    const read = parseLossless('{"__proto__":{"amount":1},"a":2}') as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read)).toEqual(['__proto__', 'a']);
  });

  it('changed texts are read, or refused, as lossless-json does', () => {
    const text = GOOD.map((one) => one.trim()).join(',');
    for (let at = 0; at < text.length; at += 1) {
      for (const put of ['', '"', '1', '-', '\\', ':', '.', '{']) {
        const changed = `[${text.slice(0, at)}${put}${text.slice(at + 1)}]`;
        expect([changed, outcome(parseLossless, changed)]).toEqual([changed, outcome(parse, changed)]);
      }
    }
  });
});

function outcome(read: (text: string) => unknown, text: string): string {
  try {
    return stringifyLossless(read(text));
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}
