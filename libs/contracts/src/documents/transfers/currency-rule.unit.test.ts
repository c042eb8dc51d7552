import { AmountToSend, CurrencyDecision, decideCurrency, markedMemo } from './currency-rule';

const EXCHANGE = {
  source_currency: 'USD',
  target_currency: 'EUR',
  unit_currency: 'EUR',
  exchange_rate: '1.25',
};
const USD_ROW: AmountToSend = {
  amount: '-10.00',
  currency: 'USD',
  exchange: EXCHANGE,
  accountCurrency: 'EUR',
  destinationCurrency: 'EUR',
  rule: null,
};
const EUR_ROW: AmountToSend = { ...USD_ROW, currency: 'EUR', exchange: undefined };
const USD_ACCOUNT: AmountToSend = { ...USD_ROW, exchange: undefined, accountCurrency: 'USD' };

const SEND = { kind: 'send' } as const;
const MARKED = { kind: 'send-marked' } as const;
const CONVERTED = { kind: 'send-converted', amount: '-8.00', currency: 'EUR' } as const;
const FOR_RATE = { kind: 'wait', for: 'rate' } as const;
const FOR_CHOICE = { kind: 'wait', for: 'choice' } as const;

describe.each<[string, AmountToSend, CurrencyDecision]>([
  ['all in one currency', EUR_ROW, SEND],
  ['all in one currency, though the user chose', { ...EUR_ROW, rule: 'CONVERT' }, SEND],
  ['a row in another currency, nobody asked', USD_ROW, FOR_CHOICE],
  ['a row in another currency, with a rate', { ...USD_ROW, rule: 'CONVERT' }, CONVERTED],
  [
    'a row in another currency, without a rate',
    { ...USD_ROW, exchange: undefined, rule: 'CONVERT' },
    FOR_RATE,
  ],
  ['a row in another currency, as it is', { ...USD_ROW, rule: 'AS_IS' }, MARKED],
  [
    'a row in the destination’s currency, though not in its account’s',
    { ...USD_ROW, destinationCurrency: 'USD' },
    SEND,
  ],
  ['an account of another currency, linked before anybody was asked', USD_ACCOUNT, SEND],
  [
    'an account of another currency, converted',
    { ...USD_ACCOUNT, exchange: EXCHANGE, rule: 'CONVERT' },
    CONVERTED,
  ],
  ['an account of another currency, without a rate', { ...USD_ACCOUNT, rule: 'CONVERT' }, FOR_RATE],
  ['an account of another currency, as it is', { ...USD_ACCOUNT, rule: 'AS_IS' }, MARKED],
  ['a third currency on a link that nobody was asked about', { ...USD_ACCOUNT, currency: 'GBP' }, FOR_CHOICE],
  [
    'a destination without a currency counts in the account’s',
    { ...USD_ROW, destinationCurrency: null },
    FOR_CHOICE,
  ],
  ['a row whose source names no currency is in its account’s', { ...USD_ROW, currency: 'XXX' }, SEND],
  [
    'an account whose bank names no currency: the row is held against the destination',
    { ...USD_ROW, accountCurrency: null },
    FOR_CHOICE,
  ],
  [
    'an account of several currencies: the row is held against the destination',
    { ...USD_ROW, accountCurrency: 'XXX' },
    FOR_CHOICE,
  ],
  [
    'an account of several currencies, and a destination that states none',
    { ...USD_ROW, accountCurrency: 'XXX', destinationCurrency: null },
    SEND,
  ],
  [
    'nothing is known to be another currency',
    { ...USD_ROW, accountCurrency: null, destinationCurrency: null },
    SEND,
  ],
])('%s', (_, toSend, expected) => {
  it(`is decided: ${expected.kind}`, () => expect(decideCurrency(toSend)).toEqual(expected));
});

it('the mark stands in front, where no limit of length cuts it off', () => {
  const money = { amount: '-10.00', currency: 'USD' };
  expect(markedMemo(money, 'Coffee')).toBe('-10.00 USD, not converted: Coffee');
  expect(markedMemo(money, '')).toBe('-10.00 USD, not converted');
});
