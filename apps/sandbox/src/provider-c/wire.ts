import { drawnLogo } from '../bank/drawn-logo';
import { LosslessNumber } from 'lossless-json';
import Big from 'big.js';
import type { Activity } from '../brokerage/activity';
import type { BrokerageAccount, Position } from '../brokerage/brokerage-account';
import { BROKERAGES } from '../brokerage/brokerage-house';
import { type Instrument, multiplierOf, type OptionContract, priceOn } from '../brokerage/instruments';
import { stableUuid } from '../state/stable-ids';
import { accountIdOf, type Connection } from './connections';

/** A number that is written with all the digits of the text. */
function number(text: string | null): LosslessNumber | null {
  return text === null ? null : new LosslessNumber(new Big(text).toFixed());
}

/** A member that the published description does not let be null. */
function unlessNull(name: string, value: unknown): object {
  return value === null ? {} : { [name]: value };
}

function currency(code: string): object {
  return { id: stableUuid(`currency/${code}`), code, name: code };
}

function exchange({ exchange: listed }: Instrument): object | null {
  if (!listed) return null;
  return { id: stableUuid(listed.mic), code: listed.code, mic_code: listed.mic, name: listed.code };
}

/** `UniversalSymbol`: what activities name a security by. */
function symbol(traded: Instrument): object {
  return {
    id: stableUuid(traded.symbol),
    symbol: traded.symbol,
    raw_symbol: traded.rawSymbol,
    description: traded.name,
    currency: currency(traded.currency),
    ...unlessNull('exchange', exchange(traded)),
    type: { id: stableUuid(traded.typeCode), code: traded.typeCode, description: traded.typeCode },
    figi_code: traded.figi,
    figi_instrument: traded.figi === null ? null : { figi_code: traded.figi, figi_share_class: null },
  };
}

function optionSymbol(option: OptionContract): object {
  return {
    id: stableUuid(option.ticker),
    ticker: option.ticker,
    option_type: option.type,
    strike_price: number(option.strike),
    expiration_date: option.expirationDate,
    is_mini_option: option.isMini,
    underlying_symbol: symbol(option.underlying),
  };
}

export function activityResource(activity: Activity, institution: string): object {
  return {
    id: activity.id,
    symbol: activity.instrument ? symbol(activity.instrument) : null,
    option_symbol: activity.option ? optionSymbol(activity.option) : null,
    price: number(activity.price ?? '0'),
    units: number(activity.units ?? '0'),
    amount: number(activity.amount),
    currency: activity.currency === null ? null : currency(activity.currency),
    currency_universal_symbol: activity.quote ? symbol(activity.quote) : null,
    type: activity.type,
    ...unlessNull('option_type', activity.optionAction),
    description: activity.description,
    trade_date: activity.tradeDate,
    ...unlessNull('settlement_date', activity.settlementDate),
    fee: number(activity.fee ?? '0'),
    fx_rate: number(activity.fxRate),
    institution,
    external_reference_id: activity.reference,
  };
}

/** Returns a position. Its numbers are strings in the published interface; the numbers of activities are not. */
export function positionResource(position: Position, day: string): object {
  const { option, units, averageCost } = position;
  const traded = option?.underlying ?? position.instrument;
  if (!traded) throw new Error('a position is of an instrument or of an option');
  return {
    instrument: option ? optionInstrument(option) : securityInstrument(traded),
    units,
    price: option ? new Big(priceOn(traded, day)).div(20).toFixed(2) : priceOn(traded, day),
    cost_basis: averageCost,
    currency: traded.currency,
    ...(traded.kind === 'mutualfund' && !option ? { cash_equivalent: true } : {}),
  };
}

function securityInstrument(traded: Instrument): object {
  return {
    kind: traded.kind,
    id: stableUuid(traded.symbol),
    symbol: traded.symbol,
    raw_symbol: traded.rawSymbol,
    description: traded.name,
    currency: traded.currency,
    exchange: traded.exchange?.mic ?? null,
    figi_instrument: traded.figi === null ? null : { figi_code: traded.figi, figi_share_class: null },
  };
}

function optionInstrument(option: OptionContract): object {
  return {
    kind: 'option',
    id: stableUuid(option.ticker),
    symbol: option.ticker,
    option_type: option.type,
    strike_price: option.strike,
    expiration_date: option.expirationDate,
    multiplier: String(multiplierOf(option)),
    description: `${option.underlying.rawSymbol} ${option.expirationDate} ${option.strike} ${option.type}`,
    underlying: securityInstrument(option.underlying),
  };
}

/** Returns a balance for each currency. A margin account may buy for twice its cash. */
export function balanceResources(account: BrokerageAccount): object[] {
  const factor = account.profile.rawType === 'Margin' ? 2 : 1;
  return [...account.cash()].map(([code, cash]) => ({
    currency: currency(code),
    cash: number(cash),
    buying_power: number(new Big(cash).times(factor).toFixed(2)),
  }));
}

export function accountResource(
  account: BrokerageAccount,
  connection: Connection,
  day: string,
  isLoading: boolean,
): object {
  const { profile } = account;
  const first = account.activities.at(-1);
  return {
    id: accountIdOf(connection, profile.key),
    brokerage_authorization: connection.id,
    name: profile.name,
    number: profile.number,
    institution_account_id: profile.institutionAccountId,
    institution_name: brokerageName(connection.slug),
    created_date: connection.createdAt,
    funding_date: null,
    opening_date: null,
    sync_status: {
      transactions: {
        initial_sync_completed: !isLoading,
        last_successful_sync: isLoading ? null : day,
        first_transaction_date: first?.tradeDate?.slice(0, 10) ?? null,
      },
      holdings: {
        initial_sync_completed: !isLoading,
        last_successful_sync: isLoading ? null : `${day}T05:00:00Z`,
        holdings_unavailable: false,
      },
    },
    balance: { total: { amount: number(totalValue(account, day)), currency: profile.currency } },
    status: 'open',
    raw_type: profile.rawType,
    account_category: profile.category,
    meta: { type: profile.rawType },
    is_paper: profile.isPaper,
  };
}

/** Cash and positions, other currencies taken at par: the sandbox has no exchange rates. */
export function totalValue(account: BrokerageAccount, day: string): string {
  const cash = [...account.cash().values()].reduce((sum, amount) => sum.plus(amount), new Big(0));
  return account
    .positions()
    .reduce((sum, position) => sum.plus(valueOf(position, day)), cash)
    .toFixed(2);
}

function valueOf({ instrument, option, units }: Position, day: string): Big {
  if (option) {
    const perShare = new Big(priceOn(option.underlying, day)).div(20).round(2);
    return perShare.times(units).times(multiplierOf(option));
  }
  return instrument ? new Big(priceOn(instrument, day)).times(units) : new Big(0);
}

export function connectionResource(connection: Connection): object {
  return {
    id: connection.id,
    created_date: connection.createdAt,
    brokerage: brokerageResource(connection.slug),
    name: `${brokerageName(connection.slug)} connection`,
    type: 'read',
    disabled: connection.disabledAt !== null,
    disabled_date: connection.disabledAt,
    meta: {},
    data_freshness_mode: 'delayed',
  };
}

export function brokerageResource(slug: string): object {
  const brokerage = BROKERAGES.find((known) => known.slug === slug);
  return {
    id: stableUuid(`brokerage/${slug}`),
    slug,
    name: brokerage?.name ?? slug,
    display_name: brokerage?.name ?? slug,
    description: '',
    aws_s3_logo_url: drawnLogo(brokerage?.name ?? slug),
    aws_s3_square_logo_url: null,
    url: null,
    enabled: true,
    maintenance_mode: false,
    is_degraded: false,
    allows_trading: false,
    brokerage_type: { id: stableUuid(brokerage?.type ?? ''), name: brokerage?.type ?? '' },
  };
}

export function brokerageName(slug: string): string {
  return BROKERAGES.find((known) => known.slug === slug)?.name ?? slug;
}
