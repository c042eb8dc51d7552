import { InvalidDecimalError, withMinorDigits } from '@tributary/money';
import { currencyOf, isJson, Json } from '../mapping/json-fields';
import { AccountAccess, HoldingsReading, Metered, ProviderHolding } from '../provider.port';
import { accountPath } from './accounts';
import { invalidAnswer, ProviderCClient } from './client/client';
import { holdingFrom } from './holding-fields';
import { decimalOf } from '../mapping/json-decimals';
import { accountAllowance } from './client/rate-limits';
import { fromSecret } from './client/user-secret';

/**
 * Reads all positions, and the account's total value according to the broker.
 * @param account as PROVIDER_C returns it
 * @throws ProviderError also if one position is unreadable, because a part would look like all of them
 */
export async function fetchHoldings(
  client: ProviderCClient,
  access: AccountAccess,
  account: Json,
): Promise<Metered<HoldingsReading>> {
  const totalBalance = totalFrom(account);
  if (areUnavailable(account)) return { value: { holdings: null, totalBalance }, allowance: null };
  const call = { call: 'GET positions', method: 'GET' as const, path: accountPath(access, 'positions/all') };
  const { body, headers } = await client.send({ ...call, user: fromSecret(access.consent.secret) });
  if (!Array.isArray(body.results)) throw invalidAnswer(call, 'gave no list', headers);
  const holdings = (body.results as unknown[]).map(readHolding);
  if (!holdings.every((holding) => holding !== null)) {
    throw invalidAnswer(call, 'gave an unreadable position', headers);
  }
  return { value: { holdings, totalBalance }, allowance: accountAllowance(headers) };
}

/** Returns whether the positions are unavailable; an empty list then does not mean that there are none. */
function areUnavailable({ sync_status: status }: Json): boolean {
  const holdings = isJson(status) ? status.holdings : undefined;
  return isJson(holdings) && holdings.holdings_unavailable === true;
}

function readHolding(position: unknown): ProviderHolding | null {
  try {
    return holdingFrom(position);
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}

/** Returns null if the broker does not state the total as a number. */
export function totalFrom({ balance }: Json): HoldingsReading['totalBalance'] {
  const total = isJson(balance) ? balance.total : undefined;
  if (!isJson(total)) return null;
  const currency = currencyOf(total.currency);
  try {
    const amount = decimalOf(total.amount);
    return amount === null || currency === undefined
      ? null
      : { amount: withMinorDigits(amount, currency), currency };
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}
