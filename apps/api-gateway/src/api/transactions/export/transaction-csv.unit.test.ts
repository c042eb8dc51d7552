import { csvHeader, csvLines } from './transaction-csv';

const COLUMNS = csvHeader(false).trimEnd().split(',');

/** The values of one transaction by their columns, for values without commas and quotes. */
function valuesOf(transaction: Readonly<Record<string, unknown>>): Record<string, string> {
  const values = csvLines([transaction]).replace(/\r\n$/, '').split(',');
  return Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] ?? '']));
}

describe('transactions as CSV', () => {
  it('name their columns first, after a byte order mark where that is requested', () => {
    expect(csvHeader(false)).toMatch(/^id,financial_account_id,.*,updated_at\r\n$/);
    expect(csvHeader(true)).toBe(`\ufeff${csvHeader(false)}`);
  });

  it('keep every digit and the sign of an amount', () => {
    expect(valuesOf({ amount: '-9007199254740993.10' })['amount']).toBe('-9007199254740993.10');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '＝1'])('never let a spreadsheet run %j', (payee) => {
    expect(valuesOf({ mapped_fields: { payee } })['mapped_fields.payee']).toBe(`'${payee}`);
  });

  it.each([
    ['\t=1', "'\t'=1"],
    ['x;=1+1', "x;'=1+1"],
    ['x|@SUM(A1)', "x|'@SUM(A1)"],
    ['x\t+1', "x\t'+1"],
    ['x; =1;＝2', "x; '=1;'＝2"],
    ['=1;=2', "'=1;'=2"],
    ['x;-1', "x;'-1"],
  ])('never let a spreadsheet that separates by another mark run %j', (payee, text) => {
    expect(valuesOf({ mapped_fields: { payee } })['mapped_fields.payee']).toBe(text);
  });

  it('leave other marks as they are', () => {
    const payee = 'Müller; Söhne | A=B - C';
    expect(valuesOf({ mapped_fields: { payee } })['mapped_fields.payee']).toBe(payee);
  });

  it('quote what would end a value or a line', () => {
    expect(csvLines([{ additional_information: 'a,"b"\nc' }])).toContain('"a,""b""\nc"');
    expect(csvLines([{ additional_information: 'a\rb' }])).toContain('"a\rb"');
  });

  it('leave what a transaction does not have empty', () => {
    expect(csvLines([{ id: '7', booking_date: null }])).toBe(`7${','.repeat(COLUMNS.length - 1)}\r\n`);
  });

  it('list the fields that were edited', () => {
    expect(valuesOf({ edited_fields: ['amount', 'booked'] })['edited_fields']).toBe('amount booked');
  });
});
