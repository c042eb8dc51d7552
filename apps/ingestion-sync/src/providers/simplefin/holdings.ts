import { compareDecimals, Decimal, divideDecimals, InvalidDecimalError } from '@tributary/money';
import { decimalOf } from '../mapping/json-decimals';
import { currencyOf, isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { HoldingsReading, ProviderHolding } from '../provider.port';
import { idOf } from './account-set';
import { currencyIn, holdingsIn } from './accounts';

/**
 * Returns all positions of an account, which are the Bridge's extension of the protocol.
 * @throws ProviderError `invalid_answer`
 */
export function holdingsFrom(account: Json): HoldingsReading {
  const holdings = holdingsIn(account).map((row) => readHolding(row, currencyIn(account)));
  if (holdings.every((holding) => holding !== null)) return { holdings, totalBalance: null };
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave an unreadable holding');
}

function readHolding(row: unknown, accountCurrency: string): ProviderHolding | null {
  try {
    return isJson(row) ? holdingFrom(row, accountCurrency) : null;
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}

function holdingFrom(row: Json, accountCurrency: string): ProviderHolding | null {
  const units = amountIn(row.shares);
  const symbol = textOf(row.symbol) ?? '';
  const name = textOf(row.description) ?? '';
  const key = idOf(row.id) ?? (symbol || name);
  if (units === null || key === '') return null;
  const marketValue = amountIn(row.market_value);
  const cost = knownAmount(row.cost_basis);
  return {
    key,
    document: {
      instrument: { symbol: symbol || name, name, exchange: '', type: null, figi_code: '' },
      option: null,
      units,
      price: marketValue === null ? null : divideDecimals(marketValue, units),
      cost_basis: knownAmount(row.purchase_price) ?? (cost === null ? null : divideDecimals(cost, units)),
      market_value: marketValue,
      currency: currencyOf(row.currency) ?? accountCurrency,
      cash_equivalent: false,
    },
  };
}

function amountIn(value: unknown): Decimal | null {
  return value === '' ? null : decimalOf(value);
}

/** Returns the price; null for zero, which the server sends for an unknown price. */
function knownAmount(value: unknown): Decimal | null {
  const amount = amountIn(value);
  return amount === null || compareDecimals(amount, '0') === 0 ? null : amount;
}
