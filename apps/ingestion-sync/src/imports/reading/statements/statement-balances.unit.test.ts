import { StatementBalance } from '../../formats/statement';
import { StatementBalances } from './statement-balances';

type Step = readonly ['OPENING' | 'CLOSING', string, string] | string;

/** Adds balances and entries in the order of a file. */
function read(...steps: readonly Step[]) {
  const balances = new StatementBalances();
  steps.forEach((step, index) => {
    if (typeof step === 'string') return balances.addEntry({ amount: step, currency: 'EUR' });
    const [kind, amount, date] = step;
    const balance: StatementBalance = {
      accountKey: '',
      line: index + 1,
      kind,
      amount,
      date,
      currency: 'EUR',
    };
    return balances.addBalance(balance);
  });
  return balances.result();
}

const JAN = '2026-01-01';
const FEB = '2026-02-01';
const MAR = '2026-03-01';

describe('the balances of a file', () => {
  it('are none where it states none', () => {
    expect(read('-1.00')).toBeNull();
  });

  it('add up, whatever order they stand in', () => {
    const expected = {
      opening: '500.00',
      opening_date: JAN,
      closing: '430.10',
      closing_date: FEB,
      entries: 2,
      entries_sum: '-69.90',
      statements: 1,
      adds_up: true,
      difference: '0.00',
      gaps: [],
    };
    expect(read(['OPENING', '500.00', JAN], '-70', '0.10', ['CLOSING', '430.10', FEB])).toMatchObject(
      expected,
    );
    expect(read(['OPENING', '500.00', JAN], ['CLOSING', '430.10', FEB], '-70', '0.10')).toMatchObject(
      expected,
    );
    expect(read(['CLOSING', '430.10', FEB], '0.10', '-70', ['OPENING', '500.00', JAN])).toMatchObject(
      expected,
    );
    expect(read('-70', '0.10', ['OPENING', '500.00', JAN], ['CLOSING', '430.10', FEB])).toMatchObject(
      expected,
    );
  });

  it('show a row that is missing, with the statement and the amount', () => {
    expect(read(['OPENING', '500.00', JAN], '-70', ['CLOSING', '430.10', FEB])).toMatchObject({
      adds_up: false,
      difference: '0.10',
      gaps: [{ line: 1, opening: '500.00', closing: '430.10', entries_sum: '-70', difference: '0.10' }],
    });
  });

  it('are compared by statement: one that is missing between two is no gap', () => {
    const file: Step[] = [
      ['OPENING', '10.00', JAN],
      '-1.00',
      ['CLOSING', '9.00', JAN],
      ['OPENING', '50.00', MAR],
      '5.00',
      ['CLOSING', '55.00', MAR],
    ];
    expect(read(...file)).toMatchObject({ opening: '10.00', closing: '55.00', statements: 2, adds_up: true });
    expect(read(...file.slice(0, 4), '6.00', ['CLOSING', '55.00', MAR])).toMatchObject({
      adds_up: false,
      gaps: [{ line: 4, difference: '-1.00' }],
    });
  });

  it('are compared by statement where each states both before its entries', () => {
    expect(
      read(
        ['OPENING', '0', JAN],
        ['CLOSING', '1', JAN],
        '1',
        ['OPENING', '1', FEB],
        ['CLOSING', '-1', FEB],
        '-2',
      ),
    ).toMatchObject({ statements: 2, adds_up: true });
  });

  it('do not say whether entries add up where there is no opening balance', () => {
    expect(read('-1.00', ['CLOSING', '9.00', FEB])).toMatchObject({
      opening: null,
      closing: '9.00',
      statements: 0,
      adds_up: null,
      difference: null,
    });
  });

  it('do not say so of entries in several currencies', () => {
    const balances = new StatementBalances();
    const at = { accountKey: '', line: 1, date: JAN, currency: 'EUR' } as const;
    balances.addBalance({ ...at, kind: 'OPENING', amount: '0.00' });
    balances.addEntry({ amount: '1.00', currency: 'EUR' });
    balances.addEntry({ amount: '2.00', currency: 'USD' });
    balances.addBalance({ ...at, kind: 'CLOSING', amount: '1.00' });
    expect(balances.result()).toMatchObject({ statements: 1, adds_up: null, gaps: [] });
  });
});
