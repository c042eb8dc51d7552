import { inParts } from './answer-parts';
import { Answer, AnswerPart } from './calls';

const PART_CHARS = 256 * 1024;
const TOO_LONG = { failed: { code: 'answer-too-long', mayHaveWritten: false, retryAfterMs: null } };

const partsOf = (gives: unknown) => [...inParts({ gives })];
const itemsOf = (message: AnswerPart | Answer): unknown[] =>
  'part' in message ? [...message.part] : 'gives' in message ? (message.gives as unknown[]) : [];

test.each([[null], ['done'], [{ kind: 'done' }], [[]], [[1, 2]]])('%j is one message', (gives) =>
  expect(partsOf(gives)).toEqual([{ gives }]),
);

test('a failure is one message', () => expect([...inParts(TOO_LONG)]).toEqual([TOO_LONG]));

test('a long list is many messages: in its order, each short, and the answer is the last', () => {
  const items = Array.from({ length: 10_000 }, (_, id) => ({ id, text: 'a'.repeat(100) }));
  const messages = partsOf(items);
  expect(messages.length).toBeGreaterThan(4);
  expect(messages.flatMap(itemsOf)).toEqual(items);
  expect(messages.map((message) => 'part' in message)).toEqual([...messages.slice(1).map(() => true), false]);
  for (const message of messages)
    expect(JSON.stringify(message).length).toBeLessThan(PART_CHARS + '{"part":[]}'.length);
});

test('an item that is longer than a message is one by itself', () => {
  const items = ['a', 'b'.repeat(PART_CHARS * 2), 'c'];
  expect(partsOf(items)).toEqual([{ part: ['a'] }, { part: [items[1]] }, { gives: ['c'] }]);
});

test.each([
  ['one item of more than 8 MB', () => ['a'.repeat(8 * 1024 * 1024)]],
  ['items of more than 64 MB', () => Array.from({ length: 70 }, () => 'a'.repeat(1024 * 1024))],
])('%s are no budget', (_what, items) => expect(partsOf(items())).toEqual([TOO_LONG]));
