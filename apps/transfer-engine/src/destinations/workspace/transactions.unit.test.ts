import { TransferContent } from '../transfer-content';
import { writtenValue } from './properties';
import { changedTexts, expectedContent, toTexts } from './transactions';

const content: TransferContent = {
  date: '2026-03-02',
  amount: '-12.40',
  currency: 'EUR',
  booked: true,
  payee: 'Kahvila',
  description: 'Card 01.03',
  fields: {},
};
const written = (type: string, text: string) => writtenValue({ id: 'p', name: 'P', type }, text);

describe('a property’s value', () => {
  it.each([
    ['title', 'a', { title: [{ text: { content: 'a' } }] }],
    ['rich_text', '', { rich_text: [] }],
    ['number', '-12.40', { number: -12.4 }],
    ['number', '', { number: null }],
    ['checkbox', 'true', { checkbox: true }],
    ['date', '2026-03-02', { date: { start: '2026-03-02' } }],
    ['select', 'Food', { select: { name: 'Food' } }],
    ['select', '', { select: null }],
    ['multi_select', 'a, b', { multi_select: [{ name: 'a' }, { name: 'b' }] }],
    ['url', 'https://example.com/', { url: 'https://example.com/' }],
  ])('%s %j', (type, text, value) => expect(written(type, text)).toEqual(value));

  it.each([
    ['number', '1234567890123456.78', 'more digits'],
    ['number', 'much', 'a number only'],
    ['date', 'soon', 'a date'],
    ['select', 'a, b', 'no commas'],
    ['formula', 'x', 'cannot be written'],
  ])('%s %j is refused', (type, text, reason) => expect(() => written(type, text)).toThrow(reason));

  it('a long text is in pieces of 2,000, and no character is split', () => {
    const text = `a${'😀'.repeat(2500)}`;
    const { rich_text: pieces } = written('rich_text', text) as {
      rich_text: { text: { content: string } }[];
    };
    expect(pieces.map(({ text: { content: piece } }) => piece).join('')).toBe(text);
    for (const {
      text: { content: piece },
    } of pieces) {
      expect(piece.length).toBeLessThanOrEqual(2000);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

describe('a transaction in texts', () => {
  it('has what rules set, under our names in any case', () => {
    const texts = toTexts({ ...content, fields: { payee: 'Shop', ' Category': 'Food' } });
    expect([texts.get('Payee'), texts.get('Category')]).toEqual(['Shop', 'Food']);
  });

  it('has note and tags in properties of their own, which are emptied with them', () => {
    const annotated = { ...content, note: 'Lunch', tags: ['work', 'claim'] };
    const texts = toTexts(annotated);
    expect([texts.get('Note'), texts.get('Tags')]).toEqual(['Lunch', 'work, claim']);
    expect(toTexts({ ...annotated, fields: { tags: 'ruled' } }).get('Tags')).toBe('ruled');
    expect(changedTexts({ sent: annotated, wanted: content, leave: new Set() })).toEqual([
      { name: 'Note', before: 'Lunch', after: '' },
      { name: 'Tags', before: 'work, claim', after: '' },
    ]);
  });

  it('cannot have a key that a rule sets', () =>
    expect(() => toTexts({ ...content, fields: { 'Transaction id': 'x' } })).toThrow('Transaction ID'));

  it('reads as it was written; if it cannot be written, no value is expected', () => {
    expect(expectedContent(content)).toEqual({
      date: '2026-03-02',
      amount: '-12.40',
      cleared: true,
      payee: 'Kahvila',
      description: 'Card 01.03',
    });
    expect(() => expectedContent({ ...content, date: null })).toThrow('no date');
  });

  it('changes in what differs, except excluded fields', () => {
    const wanted = { ...content, amount: '-13.00', payee: 'Other', booked: false };
    const names = (leave: readonly ('payee' | 'status')[]) =>
      changedTexts({ sent: content, wanted, leave: new Set(leave) }).map(({ name }) => name);
    expect(names([])).toEqual(['Payee', 'Amount', 'Booked']);
    expect(names(['payee', 'status'])).toEqual(['Amount']);
  });
});
