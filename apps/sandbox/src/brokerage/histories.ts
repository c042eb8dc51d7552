import { AccountHistory } from './account-history';
import { instrument, optionOn } from './instruments';

/** There is no older history. */
export const HISTORY_DAYS = 530;
const MONTH = 30;

/** Stocks, funds and options in two currencies, on margin. */
export function marginHistory(history: AccountHistory): void {
  const { random } = history;
  history.cash(history.day(HISTORY_DAYS), 'CONTRIBUTION', '60000.00', 'CAD', 'EFT DEPOSIT');
  history.units(history.day(525), 'EXTERNAL_ASSET_TRANSFER_IN', 'KETL.TO', '120', { amount: null });
  history.convert(history.day(520), 'CAD', '27000.00', 'USD', '1.35');
  for (let month = 1; month * MONTH < HISTORY_DAYS; month += 1) {
    const day = history.day(HISTORY_DAYS - month * MONTH);
    history.cash(day, 'CONTRIBUTION', '500.00', 'CAD', 'PRE-AUTHORIZED DEPOSIT');
    history.cash(
      day,
      'INTEREST',
      `-${random.integer(1, 9)}.${random.integer(10, 99)}`,
      'CAD',
      'MARGIN INTEREST',
    );
    for (let trade = random.integer(1, 3); trade > 0; trade -= 1) anyTrade(history, month);
    if (month % 3 === 0) quarter(history, day);
  }
  options(history);
  corporateActions(history);
  history.cash(history.day(40), 'TRANSFER', '-1500.00', 'CAD', 'TRANSFER TO CASH ACCOUNT');
  history.cash(history.day(25), 'WITHDRAWAL', '-750.00', 'CAD', 'EFT WITHDRAWAL');
  history.cash(history.day(12), 'ADJUSTMENT', '0.03', 'CAD', 'ROUNDING');
  history.cash(history.day(11), 'JNL', '-10.00', 'USD', 'JOURNAL BETWEEN BOOKS');
}

/** One fund, and its dividends bought back into it. */
export function savingsHistory(history: AccountHistory): void {
  for (let month = 1; month * MONTH < HISTORY_DAYS; month += 1) {
    const day = history.day(HISTORY_DAYS - month * MONTH);
    history.cash(day, 'CONTRIBUTION', '400.00', 'CAD', 'PAYROLL');
    history.buy(day, 'MAPL.TO', String(history.random.integer(8, 11)), { fee: '0' });
    if (month % 3 !== 0) continue;
    history.dividend(day, 'MAPL.TO', String(10 * month), '0.21', true);
    history.units(day, 'REI', 'MAPL.TO', '1.0417', { amount: '-32.71', price: '31.4000' });
  }
  history.units(history.day(400), 'STOCK_DIVIDEND', 'LOON.TO', '4', { amount: '0' });
}

/** Where a broker keeps the cash that is not to be invested. */
export function cashHistory(history: AccountHistory): void {
  history.cash(history.day(500), 'CONTRIBUTION', '4000.00', 'CAD', 'EFT DEPOSIT');
  history.cash(history.day(40), 'TRANSFER', '1500.00', 'CAD', 'TRANSFER FROM MARGIN');
  for (let month = 1; month <= 16; month += 1) {
    history.cash(
      history.day(500 - month * MONTH),
      'INTEREST',
      `${8 + (month % 3)}.12`,
      'CAD',
      'INTEREST PAID',
    );
  }
  history.cash(history.day(9), 'FEE', '-2.50', 'CAD', 'E-TRANSFER FEE');
}

export function creditHistory(history: AccountHistory): void {
  history.cash(history.day(200), 'WITHDRAWAL', '-3000.00', 'CAD', 'ADVANCE');
  for (let month = 1; month <= 6; month += 1) {
    history.cash(history.day(200 - month * MONTH), 'INTEREST', '-18.40', 'CAD', 'INTEREST CHARGED');
    history.cash(history.day(195 - month * MONTH), 'CONTRIBUTION', '260.00', 'CAD', 'PAYMENT');
  }
}

/** Coins for dollars, coins for coins, and parts of a coin with all its digits. */
export function walletHistory(history: AccountHistory): void {
  const { random } = history;
  history.cash(history.day(529), 'CONTRIBUTION', '20000.00', 'USD', 'ACH IN');
  history.units(history.day(524), 'EXTERNAL_ASSET_TRANSFER_IN', 'ETH', '1.234567890123456789', {
    amount: null,
  });
  for (let month = 1; month <= 16; month += 1) {
    const day = history.day(522 - month * MONTH);
    history.buy(day, 'BTC', `0.00${random.integer(1000, 9999)}78`, {
      fee: '1.49',
      tradeDate: `${day}T09:30:15Z`,
    });
    if (month % 4 === 0) history.buy(day, 'USDT', '400', { fee: '0', tradeDate: day });
    if (month % 4 === 1) swap(history, day);
  }
  history.units(history.day(3), 'TRANSFER', 'ETH', '-0.000000012345678901', { amount: null });
}

function anyTrade(history: AccountHistory, month: number): void {
  const { random } = history;
  const day = history.day(HISTORY_DAYS - month * MONTH - random.integer(1, 27));
  const symbol = random.pick(['KETL.TO', 'BRCH.TO', 'LOON.TO', 'MAPL.TO', 'NEVR', 'SAUN', 'GLBX', 'MMKT']);
  const units = String(random.integer(2, 14));
  if (random.chance(0.15)) history.buyInEqualFills(day, symbol, units, random.integer(2, 3));
  else if (random.chance(0.2)) history.sell(day, symbol, String(random.integer(1, 2)));
  else history.buy(day, symbol, units);
}

function quarter(history: AccountHistory, day: string): void {
  history.dividend(day, 'KETL.TO', '120', '0.86', true);
  history.dividend(day, 'NEVR', '40', '0.24', false);
  history.cash(day, 'TAX', '-1.44', 'USD', 'NON-RES TAX WITHHELD');
  history.cash(day, 'FEE', '-24.95', 'CAD', 'QUARTERLY ACCOUNT FEE');
  // Paid in dollars of the other kind: the broker converts by itself.
  history.buy(day, 'ACRN', '3', { currency: 'CAD', fxRate: '1.3612' });
}

/** A call that was sold again, one that is held, a written one that ran out, and a mini put. */
function options(history: AccountHistory): void {
  const sold = optionOn('ACRN', 'CALL', '200', history.day(330));
  history.option(history.day(420), sold, 'BUY_TO_OPEN', 2, '3.10');
  history.option(history.day(380), sold, 'SELL_TO_CLOSE', 2, '4.85');
  const written = optionOn('NEVR', 'CALL', '150', history.day(210));
  history.option(history.day(260), written, 'SELL_TO_OPEN', 1, '2.20');
  history.optionEnds(history.day(210), written, 'OPTIONEXPIRATION', '1');
  const held = optionOn('ACRN', 'CALL', '237.5', history.day(-180));
  history.option(history.day(60), held, 'BUY_TO_OPEN', 1, '6.75');
  const mini = optionOn('NEVR', 'PUT', '120', history.day(-60), true);
  history.option(history.day(33), mini, 'BUY_TO_OPEN', 3, '1.15');
}

function corporateActions(history: AccountHistory): void {
  history.units(history.day(300), 'SPLIT', 'KETL.TO', '120', { amount: null, description: 'SPLIT 2:1' });
  history.buy(history.day(290), 'PROV41', '10', { fee: '0' });
  history.units(history.day(100), 'EXTERNAL_ASSET_TRANSFER_OUT', 'LOON.TO', '-2', { amount: null });
}

/** Coins that are paid for with another coin. */
function swap(history: AccountHistory, day: string): void {
  history.add({
    type: 'BUY',
    tradeDate: `${day}T10:12:00Z`,
    instrument: instrument('ETH'),
    units: '0.0123456789',
    price: '3050.25',
    amount: '-37.657407',
    fee: '0',
    quote: instrument('USDT'),
    description: 'BUY ETH-USDT',
    reference: history.reference(),
  });
}
