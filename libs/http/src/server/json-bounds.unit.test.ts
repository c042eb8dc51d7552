import { exceededBound } from './json-bounds';

const exceeded = (json: string) => exceededBound(Buffer.from(json), { depth: 3, values: 5 });

describe('the bounds of a body, before it is parsed', () => {
  it.each([
    '',
    '1',
    '[[[]]]',
    '{"a":{"b":[]}}',
    '[[[1,2]]]',
    '[1,2,3,4]',
    '[[],[],[],[]]',
    '"[[[[,,,,,,"',
    '{"a\\"[[[[":["\\\\",[1]]}',
  ])('%s may fit', (json) => expect(exceeded(json)).toBeNull());

  it.each(['[[[[]]]]', '{"a":{"b":{"c":{}}}}', '[[[[', '{"a":"\\\\","b":[[[1]]]}', '["\\"",[[[]]]]'])(
    '%s is nested too deep',
    (json) => expect(exceeded(json)).toBe('depth'),
  );

  it.each(['[1,2,3,4,5,6]', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', '[[],[],[],[],[]]', ',,,,,,'])(
    '%s has too many values',
    (json) => expect(exceeded(json)).toBe('values'),
  );
});
