import { CellData, COLUMNS } from './cells';
import { layoutOfEdges, layoutOfWhole } from './layout';
import { foundRows } from './row-cells';
import { SheetView, viewsOf } from './sheet-view';
import { appendRequest, columnRequests, deleteRequest, markRequests, rowRequests } from './write-requests';

const KEY_A = `trb:${'a'.repeat(32)}`;
const KEY_B = `trb:${'b'.repeat(32)}`;
const cell = (stringValue: string): CellData => ({ userEnteredValue: { stringValue } });

function view(rows: readonly (readonly (string | null)[])[], markId: string | null = null): SheetView {
  return {
    sheetId: 7,
    title: 'Money',
    rowCount: 1000,
    columnCount: 26,
    markId,
    rows: new Map(
      rows.map((row, index) => [
        index,
        new Map(row.flatMap((text, column) => (text === null ? [] : [[column, cell(text)] as const]))),
      ]),
    ),
  };
}

describe('the layout of a sheet', () => {
  it('follows from the first row and column, if the keys are in the first column', () => {
    const layout = layoutOfEdges(view([[...COLUMNS], [KEY_A], [KEY_B]]), COLUMNS);
    expect(layout?.rows).toEqual(
      new Map([
        [KEY_A, 1],
        [KEY_B, 2],
      ]),
    );
    expect(layout?.columns.get('amount')).toBe(2);
  });

  it('needs more if the keys are elsewhere, or a column is missing', () => {
    expect(layoutOfEdges(view([['Notes', ...COLUMNS]]), COLUMNS)).toBeNull();
    expect(layoutOfEdges(view([[...COLUMNS]]), [...COLUMNS, 'Category'])).toBeNull();
    expect(layoutOfEdges(view([]), COLUMNS)).toBeNull();
  });

  it('may have its header in any row, below a title of the user’s', () => {
    const layout = layoutOfWhole(view([['My money'], [], [null, ' transaction id ', 'DATE'], [null, KEY_A]]));
    expect(layout).toMatchObject({ headerRow: 2, isNew: false });
    expect([
      layout.columns.get('transaction id'),
      layout.columns.get('date'),
      layout.rows.get(KEY_A),
    ]).toEqual([1, 2, 3]);
  });

  it('has the key column, found by its keys, if its header was renamed', () => {
    const layout = layoutOfWhole(
      view([
        ['Date', 'ID'],
        ['x', KEY_A],
      ]),
    );
    expect([layout.isNew, layout.columns.get('transaction id'), layout.rows.get(KEY_A)]).toEqual([
      false,
      1,
      1,
    ]);
  });

  it('has the first of two rows with a key; the other is a copy, and reported as one', () => {
    const layout = layoutOfWhole(view([['Transaction ID'], [KEY_A], [KEY_A]]));
    expect([layout.rows.get(KEY_A), layout.copies]).toEqual([1, [{ key: KEY_A, row: 2 }]]);
    const ids = foundRows(7, layout).map(({ destinationId, key }) => [destinationId, key]);
    expect(ids).toEqual([
      [`${KEY_A}#3`, KEY_A],
      [KEY_A, KEY_A],
    ]);
  });

  it('is read from an answer whose parts overlap and omit zeros', async () => {
    const data = [
      { rowData: [{ values: [cell('Transaction ID'), cell('Date')] }] },
      { rowData: [{ values: [cell('Transaction ID')] }, { values: [cell(KEY_A)] }] },
      { startRow: 5, startColumn: 1, rowData: [{ values: [cell('x')] }] },
    ];
    const views = await viewsOf(
      {
        sheets: [{ properties: { title: 'Money' }, data }],
        namedRanges: [{ namedRangeId: 'm', name: 'tributary_0' }],
      },
      [0],
    );
    expect(views.get(0)?.markId).toBe('m');
    expect([...(views.get(0)?.rows.keys() ?? [])]).toEqual([0, 1, 5]);
    await expect(viewsOf({ sheets: [] }, [0])).rejects.toThrow('target-gone');
  });
});

describe('the written cells', () => {
  it('missing columns are added to the right of everything, with enough space', () => {
    const narrow = { ...view([['a', 'Date', null, 'z']]), columnCount: 4 };
    const { requests, at } = columnRequests(layoutOfWhole(narrow), ['Date', 'Amount']);
    expect(at.get('amount')).toBe(4);
    expect(requests[0]).toEqual({ appendDimension: { sheetId: 7, dimension: 'COLUMNS', length: 1 } });
    expect(requests[1]).toMatchObject({
      updateCells: { start: { sheetId: 7, rowIndex: 0, columnIndex: 4 } },
    });
  });

  it('a new row fills our columns, and none of the user’s', () => {
    const columns = columnRequests(layoutOfWhole(view([['Transaction ID', 'Mine', 'Payee']])), []);
    expect(appendRequest(7, columns, [{ key: KEY_A, cells: new Map([['Payee', cell('x')]]) }])).toEqual({
      appendCells: {
        sheetId: 7,
        fields: 'userEnteredValue,userEnteredFormat.numberFormat',
        rows: [{ values: [cell(KEY_A), {}, cell('x')] }],
      },
    });
  });

  it('a change skips the user’s columns', () => {
    const columns = columnRequests(
      layoutOfWhole(view([['Transaction ID', 'Date', 'Amount', 'Mine', 'Payee']])),
      [],
    );
    const cells = new Map([
      ['Payee', cell('p')],
      ['Date', cell('d')],
      ['Amount', cell('a')],
    ]);
    expect(rowRequests(7, 3, columns, cells)).toMatchObject([
      { updateCells: { rows: [{ values: [cell('d'), cell('a')] }], start: { rowIndex: 3, columnIndex: 1 } } },
      { updateCells: { rows: [{ values: [cell('p')] }], start: { rowIndex: 3, columnIndex: 4 } } },
    ]);
  });

  it('a row is deleted alone', () =>
    expect(deleteRequest(7, 4)).toEqual({
      deleteDimension: { range: { sheetId: 7, dimension: 'ROWS', startIndex: 4, endIndex: 5 } },
    }));

  it('the mark of the last write is replaced by another', () => {
    const [removed, added] = markRequests(view([], 'old'));
    expect(removed).toEqual({ deleteNamedRange: { namedRangeId: 'old' } });
    expect(added).toMatchObject({ addNamedRange: { namedRange: { name: 'tributary_7' } } });
    expect(markRequests(view([]))).toHaveLength(1);
    expect(JSON.stringify(markRequests(view([])))).not.toBe(JSON.stringify(markRequests(view([]))));
  });
});
