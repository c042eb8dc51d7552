import { isNestedDeeperThan } from './json-nesting';

const isDeep = (json: string) => isNestedDeeperThan(Buffer.from(json), 3);

describe('nesting of a body, before it is parsed', () => {
  it.each([
    '',
    '1',
    '[[[]]]',
    '{"a":{"b":[]}}',
    '[[[1]],[[2]],[[3]]]',
    '"[[[["',
    '{"a\\"[[[[":["\\\\",[1]]}',
  ])('%s is not deeper than three levels', (json) => expect(isDeep(json)).toBe(false));

  it.each(['[[[[]]]]', '{"a":{"b":{"c":{}}}}', '[[[[', '{"a":"\\\\","b":[[[1]]]}', '["\\"",[[[]]]]'])(
    '%s is',
    (json) => expect(isDeep(json)).toBe(true),
  );
});
