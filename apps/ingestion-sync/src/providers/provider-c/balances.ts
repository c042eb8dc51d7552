import { BalanceDocument } from '@tributary/contracts';
import { compareDecimals, Decimal, InvalidDecimalError, withMinorDigits } from '@tributary/money';
import { currencyOf, isJson, Json } from '../json-fields';
import { AccountAccess, Metered } from '../provider.port';
import { accountPath } from './accounts';
import { invalidAnswer, ProviderCClient } from './client';
import { decimalOf } from '../json-decimals';
import { accountAllowance } from './rate-limits';
import { fromSecret } from './user-secret';

/** Two entries per currency: the cash, and what may be bought with it where the broker reports. */
const CASH = 'interimBooked';
const BUYING_POWER = 'interimAvailable';

/** @throws ProviderError also where one row cannot be read: a part of them would look like all of them. */
export async function fetchBalances(
  client: ProviderCClient,
  access: AccountAccess,
): Promise<Metered<readonly BalanceDocument[]>> {
  const call = { call: 'GET balances', method: 'GET' as const, path: accountPath(access, 'balances') };
  const { body, headers } = await client.list({ ...call, user: fromSecret(access.consent.secret) });
  const balances = body.map(balancesFrom);
  if (balances.every((balance) => balance !== null)) {
    return { value: balances.flat(), allowance: accountAllowance(headers) };
  }
  throw invalidAnswer(call, 'gave an unreadable balance', headers);
}

/** One currency's row; null where it is none. Amounts that the broker does not say are left out. */
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
