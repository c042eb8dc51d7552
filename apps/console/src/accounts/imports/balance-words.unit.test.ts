import { balanceText, gapTexts } from './balance-words';

type Balances = Parameters<typeof balanceText>[0];
const said = (balances: Balances) => plain(balanceText(balances, 'en-GB'));
const gaps = (balances: Balances) => gapTexts(balances, 'en-GB').map(plain);

const BALANCES = {
  currency: 'EUR',
  opening: '500.00',
  opening_date: '2026-03-01',
  closing: '430.10',
  closing_date: '2026-03-31',
  entries: '12',
  entries_sum: '-69.90',
  statements: '1',
  adds_up: true,
  difference: '0.00',
  gaps: [],
};
const plain = (text: string) => text.replaceAll(/[\u00a0€]/g, '').replaceAll('−', '-');

describe('the balances of a file', () => {
  it('are said in one line', () => {
    expect(said(BALANCES)).toBe('12 rows, opening 500.00, closing 430.10: adds up.');
    expect(said({ ...BALANCES, entries: '1', opening: null, adds_up: null })).toBe(
      '1 row, closing 430.10. The file does not state what is needed to check the rows.',
    );
  });

  it('say how much is missing, and in which of several statements', () => {
    const gap = { line: '7', opening: '10.00', closing: '5.00', entries_sum: '-4.00', difference: '-1.00' };
    const wrong = { ...BALANCES, adds_up: false, difference: '-1.00', gaps: [gap] };
    expect(said(wrong)).toContain('-1.00 is missing in the rows');
    expect(gaps(wrong)).toEqual([]);
    expect(gaps({ ...wrong, statements: '2' })).toEqual([
      'Statement at line 7: from 10.00 to 5.00, -1.00 is missing.',
    ]);
  });
});
