import { TransferContent } from '../../transfer-content';
import { BookedField } from '../../destination.port';
import { CellData, changedCells, expectedContent, heldContent, toBalanceCells, toCells } from './cells';

const content: TransferContent = {
  date: '2026-03-02',
  amount: '-12.40',
  currency: 'EUR',
  booked: true,
  payee: 'Kahvila',
  description: 'Card 01.03',
  fields: {},
};
const value = (cell: CellData | undefined) => cell?.userEnteredValue;
const format = (cell: CellData | undefined) => cell?.userEnteredFormat?.numberFormat.pattern;

describe('a transaction as cells', () => {
  it('has a real date and a number in the original form', () => {
    const cells = toCells(content);
    expect([value(cells.get('Date')), format(cells.get('Date'))]).toEqual([
      { numberValue: 46_083 },
      'yyyy-mm-dd',
    ]);
    expect([value(cells.get('Amount')), format(cells.get('Amount'))]).toEqual([
      { numberValue: -12.4 },
      '#,##0.00',
    ]);
  });

  it.each([
    ['-1200', { numberValue: -1200 }, '#,##0'],
    ['-1.235', { numberValue: -1.235 }, '#,##0.000'],
    ['123456789012345678.90', { stringValue: '123456789012345678.90' }, undefined],
  ])('an amount of %s', (amount, wanted, pattern) => {
    const cell = toCells({ ...content, amount }).get('Amount');
    expect([value(cell), format(cell)]).toEqual([wanted, pattern]);
  });

  it.each(['=1+2', '+1', '-1', '@SUM(A1)', "'=1"])('never has a formula: %s', (payee) =>
    expect(value(toCells({ ...content, payee }).get('Payee'))).toEqual({ stringValue: payee }),
  );

  it('has note and tags in columns of their own, which are emptied with them', () => {
    const annotated = { ...content, note: '=Lunch', tags: ['work', 'claim'] };
    const cells = toCells(annotated);
    expect([value(cells.get('Note')), value(cells.get('Tags'))]).toEqual([
      { stringValue: '=Lunch' },
      { stringValue: 'work, claim' },
    ]);
    const emptied = changedCells({ sent: annotated, wanted: content, leave: new Set() });
    expect(emptied.map(({ name, after }) => [name, after])).toEqual([
      ['Note', {}],
      ['Tags', {}],
    ]);
  });

  it('has what rules set, in columns of ours in any case, and in other columns', () => {
    const fields = { payee: 'Shop', ' Category ': '=Food', amount: '-1.5' };
    const cells = toCells({ ...content, fields });
    expect(value(cells.get('Payee'))).toEqual({ stringValue: 'Shop' });
    expect(value(cells.get('Category'))).toEqual({ stringValue: '=Food' });
    expect(value(cells.get('Amount'))).toEqual({ numberValue: -1.5 });
  });

  it('cannot have a key that a rule sets, nor a missing date, nor a day that does not exist', () => {
    expect(() => toCells({ ...content, fields: { 'transaction id': 'x' } })).toThrow('Transaction ID');
    expect(() => toCells({ ...content, date: null })).toThrow('no date');
    expect(() => toCells({ ...content, date: '2026-02-30' })).toThrow('The date');
    expect(() => expectedContent({ ...content, date: null })).toThrow('no date');
  });
});

describe('a change', () => {
  const change = (
    wanted: Partial<TransferContent>,
    leave: BookedField[] = [],
    sent: TransferContent | null = content,
  ) =>
    changedCells({ sent, wanted: { ...content, ...wanted }, leave: new Set(leave) }).map(({ name }) => name);

  it('writes what differs, except excluded fields', () => {
    expect(change({ amount: '-13.00', payee: 'Other' })).toEqual(['Amount', 'Payee']);
    expect(change({ amount: '-12.400' })).toEqual([]);
    expect(change({ amount: '-13.00', booked: false, date: '2026-03-05' }, ['status'])).toEqual(['Amount']);
  });

  it('writes everything if the sent content is unknown', () =>
    expect(change({}, [], null)).toEqual(['Date', 'Amount', 'Currency', 'Payee', 'Description', 'Status']));

  it('clears what a rule no longer sets', () => {
    const sent = { ...content, fields: { Category: 'Food' } };
    expect(changedCells({ sent, wanted: content, leave: new Set() })).toEqual([
      { name: 'Category', before: { userEnteredValue: { stringValue: 'Food' } }, after: {} },
    ]);
  });
});

describe('a row that was read', () => {
  const held = (cells: Record<string, CellData['userEnteredValue']>) =>
    heldContent((column) => (column in cells ? { userEnteredValue: cells[column] } : null));

  it('has the content that was written', () =>
    expect(expectedContent(content)).toEqual({
      date: '2026-03-02',
      amount: '-12.4',
      cleared: true,
      payee: 'Kahvila',
      description: 'Card 01.03',
    }));

  it('has no value for a missing column, and "empty" for an empty cell', () => {
    expect(held({ Payee: undefined })).toEqual({
      date: null,
      amount: null,
      cleared: null,
      payee: '',
      description: null,
    });
  });

  it('has the formula that a user entered, and a date as it was typed', () => {
    expect(held({ Payee: { formulaValue: '=A1' }, Date: { stringValue: 'yesterday' } })).toMatchObject({
      payee: '=A1',
      date: 'yesterday',
    });
  });
});

it('a balance has no cell for what the bank does not report', () => {
  const snapshot = {
    key: 'k',
    targetExternalId: '0',
    date: '2026-03-02',
    currency: 'EUR',
    cleared: '10.00',
    available: null,
  };
  const cells = toBalanceCells(snapshot, 'Money');
  expect(value(cells.get('Balance'))).toEqual({ numberValue: 10 });
  expect(cells.get('Available')).toEqual({});
});
