import Big from 'big.js';
import { daysBetween } from '@tributary/money';
import { stableIndex, stableUuid } from '../state/stable-ids';

/** The kinds of positions, and with them the codes of security types, that the wire format has. */
export type InstrumentKind = 'stock' | 'adr' | 'etf' | 'mutualfund' | 'crypto' | 'other';

/** Something that is traded; invented, but for the crypto currencies. */
export interface Instrument {
  readonly symbol: string;
  readonly rawSymbol: string;
  readonly name: string;
  readonly kind: InstrumentKind;
  /** The code of its security type: `cs`, `et`, `crypto` … */
  readonly typeCode: string;
  readonly currency: string;
  readonly exchange: { readonly code: string; readonly mic: string } | null;
  readonly figi: string | null;
  /** The price on the first day of prices, in its currency. */
  readonly basePrice: string;
}

/** An option contract on a stock. */
export interface OptionContract {
  readonly ticker: string;
  readonly type: 'CALL' | 'PUT';
  readonly strike: string;
  readonly expirationDate: string;
  readonly isMini: boolean;
  readonly underlying: Instrument;
}

const XTSE = { code: 'TSX', mic: 'XTSE' };
const XNAS = { code: 'NASDAQ', mic: 'XNAS' };
const XNYS = { code: 'NYSE', mic: 'XNYS' };

const CATALOGUE: readonly (readonly [
  symbol: string,
  name: string,
  kind: InstrumentKind,
  typeCode: string,
  currency: string,
  exchange: Instrument['exchange'],
  basePrice: string,
])[] = [
  ['KETL.TO', 'Kettle Rail Inc', 'stock', 'cs', 'CAD', XTSE, '84.20'],
  ['BRCH.TO', 'Birch & Sons Timber', 'stock', 'cs', 'CAD', XTSE, '23.75'],
  ['LOON.TO', 'Loon Lake Power Pref A', 'stock', 'ps', 'CAD', XTSE, '18.10'],
  ['NEVR', 'Evernorth Robotics Corp', 'stock', 'cs', 'USD', XNAS, '141.30'],
  ['ACRN', 'Acorn Systems Inc', 'stock', 'cs', 'USD', XNAS, '212.65'],
  ['SAUN', 'Sauna Oyj ADR', 'adr', 'ad', 'USD', XNYS, '31.05'],
  ['MAPL.TO', 'Maple Broad Market Index ETF', 'etf', 'et', 'CAD', XTSE, '31.40'],
  ['GLBX', 'Globe Total World ETF', 'etf', 'et', 'USD', XNYS, '104.90'],
  ['MMKT', 'Maple Street Money Market Fund', 'mutualfund', 'oef', 'CAD', null, '1.00'],
  ['PROV41', 'Province Bond 4.1% 2041', 'other', 'bnd', 'CAD', null, '97.35'],
  ['BTC', 'Bitcoin', 'crypto', 'crypto', 'USD', null, '61250.00'],
  ['ETH', 'Ethereum', 'crypto', 'crypto', 'USD', null, '3050.00'],
  ['USDT', 'Tether', 'crypto', 'crypto', 'USD', null, '1.00'],
];

const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map(
  CATALOGUE.map(([symbol, name, kind, typeCode, currency, exchange, basePrice]) => [
    symbol,
    {
      symbol,
      rawSymbol: symbol.replace(/\.TO$/, ''),
      name,
      kind,
      typeCode,
      currency,
      exchange,
      figi: exchange === null ? null : `BBG00${stableUuid(symbol).slice(0, 7).toUpperCase()}`,
      basePrice,
    },
  ]),
);

export class UnknownInstrument extends Error {}

/** @throws UnknownInstrument */
export function instrument(symbol: string): Instrument {
  const found = INSTRUMENTS.get(symbol);
  if (!found) throw new UnknownInstrument(`symbol ${symbol} is not known`);
  return found;
}

/** The contract with its OCC symbol. */
export function optionOn(
  symbol: string,
  type: 'CALL' | 'PUT',
  strike: string,
  expirationDate: string,
  isMini = false,
): OptionContract {
  const underlying = instrument(symbol);
  const day = expirationDate.slice(2).replaceAll('-', '');
  const thousandths = new Big(strike).times(1000).toFixed(0).padStart(8, '0');
  const ticker = `${underlying.rawSymbol.padEnd(6)}${day}${type.charAt(0)}${thousandths}`;
  return { ticker, type, strike, expirationDate, isMini, underlying };
}

/** Shares of a contract. */
export function multiplierOf(option: OptionContract): number {
  return option.isMini ? 10 : 100;
}

const FIRST_DAY = '2020-01-01';

/** The price of a day: around the base price, the same for everybody. Money market funds and coins do not move. */
export function priceOn({ symbol, basePrice, kind }: Instrument, day: string): string {
  if (new Big(basePrice).eq(1)) return basePrice;
  const days = daysBetween(FIRST_DAY, day);
  const season = Math.round(Math.sin(days / 57 + stableIndex(symbol, 7)) * 900);
  const noise = stableIndex(`${symbol}/${day}`, 401) - 200;
  const factor = new Big(10_000 + season + noise).div(10_000);
  return new Big(basePrice).times(factor).toFixed(kind === 'crypto' ? 2 : 4);
}
