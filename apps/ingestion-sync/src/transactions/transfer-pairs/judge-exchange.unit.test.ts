import { judgeExchange } from './judge-exchange';

const PAIR = { outgoingId: 1, incomingId: 2, days: 1 };
const euros = (amount: string, exchange: object | null = null) => ({ amount, currency: 'EUR', exchange });
const dollars = (amount: string, exchange: object | null = null) => ({ amount, currency: 'USD', exchange });
const RATE = {
  source_currency: 'EUR',
  target_currency: 'USD',
  unit_currency: 'EUR',
  exchange_rate: '1.0800',
};
const evidenceOf = (outgoing: ReturnType<typeof euros>, incoming: ReturnType<typeof euros>) =>
  judgeExchange({ ...PAIR, exchanged: { outgoing, incoming, differencePercent: '-1.50' } }).exchange;

describe('the evidence of a transfer between two currencies', () => {
  it('is the day rate where no bank states one', () => {
    expect(evidenceOf(euros('-100.00'), dollars('106.38'))).toEqual({
      basis: 'DAY_RATE',
      difference_percent: '-1.50',
      doubtful: false,
    });
  });

  it('is the rate that either side states, with rounding between the amounts', () => {
    const byRate = { basis: 'STATED', difference_percent: '0.00', doubtful: false };
    expect(evidenceOf(euros('-100.00', RATE), dollars('108.00'))).toEqual(byRate);
    expect(evidenceOf(euros('-100.00'), dollars('108.00', RATE))).toEqual(byRate);
    expect(evidenceOf(dollars('-108.00', RATE), euros('100.00'))).toEqual(byRate);
    expect(evidenceOf(euros('-100.00', RATE), dollars('107.80'))).toEqual({
      ...byRate,
      difference_percent: '-0.19',
    });
  });

  it('is doubtful where a bank states a rate that does not make one of the other', () => {
    expect(evidenceOf(euros('-100.00', { ...RATE, exchange_rate: '1.2' }), dollars('106.38'))).toEqual({
      basis: 'DAY_RATE',
      difference_percent: '-1.50',
      doubtful: true,
    });
  });

  it('is no rate between other currencies, none without its unit, and none of 1', () => {
    for (const other of [
      { ...RATE, target_currency: 'GBP', unit_currency: 'GBP' },
      { ...RATE, unit_currency: undefined },
      { ...RATE, exchange_rate: '1.0' },
      { ...RATE, exchange_rate: 'about 1.08' },
    ]) {
      expect(evidenceOf(euros('-100.00', other), dollars('106.38'))).toMatchObject({
        basis: 'DAY_RATE',
        doubtful: false,
      });
    }
  });
});
