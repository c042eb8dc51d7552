import Big from 'big.js';
import { createHash } from 'node:crypto';
import { addDays } from '../state/sandbox-clock';
import { stableUuid } from '../state/stable-ids';
import { Activity, activity, ActivityGiven } from './activity';
import { Instrument, instrument, multiplierOf, OptionContract, priceOn } from './instruments';

/** How a broker writes the dates of its rows; all of them are seen. */
type DateStyle = 'day' | 'midnight' | 'time';

const COMMISSION = '4.95';
const OPTION_FEE = '0.90';

/** Writes an account's history line by line, in the way of one broker; the same for the same seed. */
export class AccountHistory {
  readonly activities: Activity[] = [];
  readonly random: SeededRandom;
  private place = 0;

  constructor(
    private readonly key: string,
    /** The last day of the history. */
    readonly lastDay: string,
  ) {
    this.random = new SeededRandom(key);
  }

  /** So many days before the last one. */
  day(daysAgo: number): string {
    return addDays(this.lastDay, -daysAgo);
  }

  buy(day: string, symbol: string, units: string, more: Partial<Activity> = {}): void {
    this.trade(day, 'BUY', instrument(symbol), units, more);
  }

  sell(day: string, symbol: string, units: string, more: Partial<Activity> = {}): void {
    this.trade(day, 'SELL', instrument(symbol), `-${units}`, more);
  }

  /** A trade in parts that differ in their ids alone. */
  buyInEqualFills(day: string, symbol: string, units: string, fills: number): void {
    const reference = this.reference();
    for (let fill = 0; fill < fills; fill += 1) {
      this.buy(day, symbol, units, { reference, tradeDate: day, fee: '0' });
    }
  }

  option(day: string, option: OptionContract, action: string, contracts: number, perShare: string): void {
    const isBuy = action.startsWith('BUY');
    const size = new Big(perShare).times(contracts).times(multiplierOf(option));
    const amount = (isBuy ? size.times(-1) : size).minus(OPTION_FEE);
    this.add({
      type: isBuy ? 'BUY' : 'SELL',
      tradeDate: this.written(day, 'time'),
      settlementDate: this.written(nextWeekday(day), 'midnight'),
      option,
      optionAction: action,
      units: String(isBuy ? contracts : -contracts),
      price: perShare,
      amount: amount.toFixed(2),
      fee: OPTION_FEE,
      currency: option.underlying.currency,
      description: `${isBuy ? 'BOT' : 'SOLD'} ${contracts} ${option.ticker}`,
      reference: this.reference(),
    });
  }

  /** The contracts expire without a price. */
  optionEnds(day: string, option: OptionContract, type: string, contracts: string): void {
    this.add({
      type,
      tradeDate: day,
      settlementDate: day,
      option,
      units: contracts,
      amount: '0',
      currency: option.underlying.currency,
      description: `${type} ${option.ticker}`,
    });
  }

  /** Cash that comes or goes for no thing that is traded. */
  cash(day: string, type: string, amount: string, currency: string, description: string): void {
    this.add({ type, tradeDate: this.written(day, 'midnight'), amount, currency, description });
  }

  /** Two rows under one reference, with the broker's own type. */
  convert(day: string, from: string, amount: string, to: string, rate: string): void {
    const reference = this.reference();
    const bought = new Big(amount).div(rate).toFixed(2);
    const common = { type: 'FXT', tradeDate: day, settlementDate: day, fxRate: rate, reference };
    const description = `FX ${from}/${to} @ ${rate}`;
    this.add({ ...common, amount: `-${amount}`, currency: from, description });
    this.add({ ...common, amount: bought, currency: to, description });
  }

  /** Cash per unit; some brokers name the security in the text only. */
  dividend(day: string, symbol: string, units: string, perUnit: string, isNamed: boolean): void {
    const paid = instrument(symbol);
    this.add({
      type: 'DIVIDEND',
      tradeDate: this.written(day, 'midnight'),
      settlementDate: this.written(day, 'midnight'),
      instrument: isNamed ? paid : null,
      amount: new Big(units).times(perUnit).toFixed(2),
      currency: paid.currency,
      description: `CASH DIV ON ${units} SHS ${paid.rawSymbol}`,
    });
  }

  /** Units that come or go without cash: splits, transfers, stock dividends. */
  units(day: string, type: string, symbol: string, units: string, more: Partial<Activity> = {}): void {
    const moved = instrument(symbol);
    this.add({
      type,
      tradeDate: this.written(day, 'midnight'),
      instrument: moved,
      units,
      currency: moved.currency,
      description: `${type} ${units} ${moved.rawSymbol}`,
      ...more,
    });
  }

  add(given: Omit<ActivityGiven, 'id'>): void {
    this.place += 1;
    this.activities.push(activity({ ...given, id: stableUuid(`${this.key}/${this.place}`) }));
  }

  reference(): string {
    return `ORD-${this.key.length}${String(this.place).padStart(5, '0')}`;
  }

  private trade(
    day: string,
    type: 'BUY' | 'SELL',
    traded: Instrument,
    units: string,
    more: Partial<Activity>,
  ): void {
    const price = more.price ?? priceOn(traded, day);
    const fee = more.fee ?? COMMISSION;
    const gross = new Big(units)
      .times(price)
      .times(-1)
      .times(more.fxRate ?? 1);
    const verb = type === 'BUY' ? 'BOUGHT' : 'SOLD';
    this.add({
      type,
      tradeDate: this.written(day, this.random.pick(['day', 'midnight', 'time'])),
      settlementDate: this.written(nextWeekday(day), 'midnight'),
      instrument: traded,
      units,
      price,
      amount: gross.minus(fee).toFixed(2),
      fee,
      currency: traded.currency,
      description: `${verb} ${units.replace('-', '')} ${traded.rawSymbol} @ ${price}`,
      reference: this.reference(),
      ...more,
    });
  }

  private written(day: string, style: DateStyle): string {
    switch (style) {
      case 'day':
        return day;
      case 'midnight':
        return `${day}T00:00:00Z`;
      case 'time':
        return `${day}T${String(this.random.integer(14, 20))}:${String(this.random.integer(10, 59))}:00Z`;
    }
  }
}

function nextWeekday(day: string): string {
  const next = addDays(day, 1);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 6 ? addDays(next, 2) : weekday === 0 ? addDays(next, 1) : next;
}

/** Numbers that look random and are the same for the same seed, on every machine. */
class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('md5').update(seed).digest().readUInt32BE(0);
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
