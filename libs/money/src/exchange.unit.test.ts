import { convertedAmount, StatedExchange } from './exchange';

const USD_IN_EUR: StatedExchange = {
  source_currency: 'USD',
  target_currency: 'EUR',
  unit_currency: 'USD',
  exchange_rate: '0.9231',
};

describe.each<[string, string, string, string, StatedExchange | undefined, string | null]>([
  ['the unit is the row’s currency', '-10.00', 'USD', 'EUR', USD_IN_EUR, '-9.23'],
  [
    'the unit is the destination’s currency',
    '-10.00',
    'USD',
    'EUR',
    { ...USD_IN_EUR, unit_currency: 'EUR', exchange_rate: '1.0833' },
    '-9.23',
  ],
  [
    'the exchange went the other way',
    '100.00',
    'USD',
    'EUR',
    { source_currency: 'EUR', target_currency: 'USD', unit_currency: 'EUR', exchange_rate: '1.25' },
    '80.00',
  ],
  [
    'half a cent goes away from zero',
    '-0.05',
    'USD',
    'EUR',
    { ...USD_IN_EUR, exchange_rate: '0.9' },
    '-0.05',
  ],
  [
    'a currency without minor digits',
    '-12.34',
    'EUR',
    'JPY',
    { source_currency: 'EUR', target_currency: 'JPY', unit_currency: 'EUR', exchange_rate: '161.37' },
    '-1991',
  ],
  [
    'a currency with three',
    '10.00',
    'EUR',
    'KWD',
    { source_currency: 'EUR', target_currency: 'KWD', unit_currency: 'KWD', exchange_rate: '3.1' },
    '3.226',
  ],
  [
    'only the unit is named, and it is the destination’s',
    '-22.00',
    'USD',
    'EUR',
    { unit_currency: 'EUR', exchange_rate: '1.1' },
    '-20.00',
  ],
  [
    'only the unit is named, and it is the row’s',
    '-22.00',
    'USD',
    'EUR',
    { unit_currency: 'USD', exchange_rate: '1.1' },
    null,
  ],
  ['no exchange', '-10.00', 'USD', 'EUR', undefined, null],
  [
    'no unit: the direction is not known',
    '-10.00',
    'USD',
    'EUR',
    { ...USD_IN_EUR, unit_currency: undefined },
    null,
  ],
  ['a rate to a third currency', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, target_currency: 'GBP' }, null],
  ['a unit that is a third currency', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, unit_currency: 'GBP' }, null],
  ['from a currency to itself', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, source_currency: 'EUR' }, null],
  ['a rate of one', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, exchange_rate: '1.0000' }, null],
  ['a rate of zero', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, exchange_rate: '0' }, null],
  ['a rate below zero', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, exchange_rate: '-0.92' }, null],
  ['a rate that is no number', '-10.00', 'USD', 'EUR', { ...USD_IN_EUR, exchange_rate: '0,92' }, null],
])('%s', (_, amount, currency, target, exchange, expected) => {
  it(`${amount} ${currency} in ${target} is ${expected ?? 'not known'}`, () =>
    expect(convertedAmount({ amount, currency }, target, exchange)).toBe(expected));
});
