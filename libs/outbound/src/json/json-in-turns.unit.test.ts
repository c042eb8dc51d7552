import { boundedJsonText, jsonInTurns } from './json-in-turns';
import { JsonBeyondLimits, JsonLimits } from './json-limits';
import { JsonPortions } from './json-portions';

const LIMITS: JsonLimits = { values: 100_000, members: 1000, depth: 64, tokenBytes: 1024 };

const read = (json: string, limits: JsonLimits = LIMITS) => jsonInTurns(Buffer.from(json), limits);

/** The value, built in portions of so few bytes that everything is. */
function inPortions(json: string, portionBytes: number): unknown {
  const bytes = Buffer.from(json);
  const portions = new JsonPortions(bytes, LIMITS, portionBytes);
  portions.readTo(bytes.length);
  return portions.end();
}

function outcomeOf(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : error;
  }
}

const DOCUMENT =
  ' {"a":[{"id":"A\\"]","n":-1.50},null,[[1,2],[3]],{"b":{"c":[true,{"d":"\\u00e4 ,"}]},"__proto__":[1,{"x":[2,3]}]}],"10":[4,5],"2":{}} ';

describe('JSON that is built in portions', () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34, 55, 1000])('of %d bytes is what JSON.parse gives', (portionBytes) => {
    const built = inPortions(DOCUMENT, portionBytes);
    expect(built).toEqual(JSON.parse(DOCUMENT));
    expect(JSON.stringify(built)).toBe(JSON.stringify(JSON.parse(DOCUMENT)));
  });

  it.each(['1', '"a"', 'null', ' [] ', '{}', '[[]]', '\ufeff{"a":1}'])(
    'may be as small as %j',
    async (json) => {
      expect(await read(json)).toEqual(JSON.parse(json.replace('\ufeff', '')));
    },
  );

  /** Every text that is one change away from JSON. */
  it.each([1, 7, 1000])('is none where JSON.parse finds none, in portions of %d bytes', (portionBytes) => {
    const changed = [...DOCUMENT].flatMap((_, at) =>
      ['', '{', '}', '[', ']', ',', ':', '"', '1', ' ', '\\'].map(
        (put) => DOCUMENT.slice(0, at) + put + DOCUMENT.slice(at + 1),
      ),
    );
    for (const text of changed) {
      expect([text, outcomeOf(() => inPortions(text, portionBytes))]).toEqual([
        text,
        outcomeOf(() => JSON.parse(text) as unknown),
      ]);
    }
  });

  it('of half a megabyte is what JSON.parse gives', async () => {
    const rows = Array.from({ length: 8000 }, (_, index) => ({
      id: index,
      text: `Käse ${index}`,
      list: [1, {}],
    }));
    const json = JSON.stringify({ data: { rows, more: rows.slice(0, 10) }, rows });
    expect(await read(json, { ...LIMITS, values: 1_000_000 })).toEqual(JSON.parse(json));
  });

  it('is null where it is no JSON', async () => {
    expect(await Promise.all(['', 'x', '{', '[1,]', '{"a":1}}', '[1][2]'].map((json) => read(json)))).toEqual(
      Array<null>(6).fill(null),
    );
  });
});

describe('JSON beyond a limit is refused, by the limit', () => {
  it.each<[keyof JsonLimits, string]>([
    ['values', `[${'1,'.repeat(100_000)}1]`],
    ['values', `[${'{},'.repeat(100_000)}{}]`],
    ['members', `{${Array.from({ length: 1001 }, (_, index) => `"${index}":1`).join()}}`],
    ['depth', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['depth', '['.repeat(1_000_000)],
    ['tokenBytes', `["${'a'.repeat(1025)}"]`],
    ['tokenBytes', `["${'a'.repeat(200_000)}`],
    ['tokenBytes', `[${'1'.repeat(1030)}]`],
    ['tokenBytes', '1'.repeat(1030)],
  ])('%s', async (limit, json) => {
    const beyond = expect.objectContaining({ name: 'JsonBeyondLimits', limit }) as JsonBeyondLimits;
    await expect(read(json)).rejects.toEqual(beyond);
    await expect(boundedJsonText(Buffer.from(json), LIMITS)).rejects.toEqual(beyond);
  });

  it('and only there', async () => {
    const most = [
      `[${'1,'.repeat(99_999)}1]`,
      `[${'[],'.repeat(99_999)}{ }]`,
      `${'['.repeat(64)}${']'.repeat(64)}`,
      `["${'a'.repeat(1000)}"]`,
      `{${Array.from({ length: 1000 }, (_, index) => `"${index}":1`).join()}}`,
    ];
    for (const json of most) {
      expect(await read(json)).toEqual(JSON.parse(json));
      expect(await boundedJsonText(Buffer.from(json), LIMITS)).toBe(json);
    }
  });
});

it('text that is no JSON is handed on as it is', async () => {
  expect(await boundedJsonText(Buffer.from('\ufeff<html>'), LIMITS)).toBe('<html>');
});
