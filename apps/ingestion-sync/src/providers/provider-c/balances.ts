import { BalanceDocument } from '@tributary/contracts';
import { compareDecimals, Decimal, InvalidDecimalError, withMinorDigits } from '@tributary/money';
import { currencyOf, isJson, Json } from '../mapping/json-fields';
import { AccountAccess, Metered } from '../provider.port';
import { accountPath } from './accounts';
import { invalidAnswer, ProviderCClient } from './client/client';
import { decimalOf } from '../mapping/json-decimals';
import { readBalances } from '../read-balances';
import { accountAllowance } from './client/rate-limits';
import { fromSecret } from './client/user-secret';

/** Two balances per currency: the cash, and the buying power if the broker reports it. */
const CASH = 'interimBooked';
const BUYING_POWER = 'interimAvailable';

/** @throws ProviderError also where no row can be read */
export async function fetchBalances(
  client: ProviderCClient,
  access: AccountAccess,
): Promise<Metered<readonly BalanceDocument[]>> {
  const call = { call: 'GET balances', method: 'GET' as const, path: accountPath(access, 'balances') };
  const { body, headers } = await client.list({ ...call, user: fromSecret(access.consent.secret) });
  const read = readBalances(body, balancesFrom);
  if (read) return { ...read, allowance: accountAllowance(headers) };
  throw invalidAnswer(call, 'gave no readable balance', headers);
}

/**
 * Returns the balances of one currency's row; null if it is none. Amounts that the broker does not state are omitted.
 */
export function balancesFrom(row: unknown): BalanceDocument[] | null {
  if (!isJson(row) || !isJson(row.currency)) return null;
  const currency = currencyOf(row.currency.code);
  if (currency === undefined) return null;
  const amounts = amountsOf(row);
  if (!amounts) return null;
  const { cash, buyingPower } = amounts;
  const isMargin = cash !== null && buyingPower !== null && compareDecimals(buyingPower, cash) > 0;
  return [
    ...(cash === null ? [] : [entry(cash, currency, CASH, null)]),
    ...(buyingPower === null ? [] : [entry(buyingPower, currency, BUYING_POWER, isMargin)]),
  ];
}

function amountsOf(row: Json): { cash: Decimal | null; buyingPower: Decimal | null } | null {
  try {
    return { cash: decimalOf(row.cash), buyingPower: decimalOf(row.buying_power) };
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}

function entry(
  amount: Decimal,
  currency: string,
  type: string,
  creditIncluded: boolean | null,
): BalanceDocument {
  return {
    amount: withMinorDigits(amount, currency),
    currency,
    type,
    category: null,
    reference_date: null,
    credit_limit_included: creditIncluded,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
  };
}
