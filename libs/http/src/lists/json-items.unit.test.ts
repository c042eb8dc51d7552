import { JsonItems, jsonText } from './json-items';

describe('items that are JSON text already', () => {
  const items = new JsonItems(['{"id":"1","name":"a \\"b\\""}', '{"id":"2"}']);

  it.each([
    [{ data: items }],
    [{ data: items, meta: { total: 2 } }],
    [{ links: { next: null }, data: items, meta: {} }],
    [{ data: new JsonItems([]), meta: { total: 0 } }],
  ])('are written as they would be without this shortcut: %j', (body) => {
    expect(JSON.parse(jsonText(body))).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('leave every other body to JSON.stringify', () => {
    for (const body of [null, 'text', 7, [], { data: [1] }, { message: 'no' }]) {
      expect(jsonText(body)).toBe(JSON.stringify(body));
    }
  });
});
