import { BalanceDocument } from '@tributary/contracts';
import { isDecimal, parseDecimal, withMinorDigits } from '@tributary/money';
import { ProviderError } from '../provider.errors';
import { Metered } from '../provider.port';
import { accountPath } from './accounts';
import { ProviderAClient } from './client';
import { currencyOf, dateOf, isJson, textOf } from '../json-fields';
import { accountAllowance } from './rate-limits';

/** @throws ProviderError also where one balance cannot be read: a part of them would look like all of them. */
export async function fetchBalances(
  client: ProviderAClient,
  accountId: string,
): Promise<Metered<readonly BalanceDocument[]>> {
  const { body, headers } = await client.send({
    call: 'GET balances',
    method: 'GET',
    path: accountPath(accountId, 'balances/'),
  });
  const allowance = accountAllowance(headers);
  const balances = Array.isArray(body.balances) ? body.balances.map(balanceFrom) : [null];
  if (balances.every((balance) => balance !== null)) return { value: balances, allowance };
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET balances gave an unreadable balance', allowance);
}

/** Null where amount, currency or type are not what they must be. */
export function balanceFrom(balance: unknown): BalanceDocument | null {
  if (!isJson(balance) || !isJson(balance.balanceAmount)) return null;
  const { amount } = balance.balanceAmount;
  const currency = currencyOf(balance.balanceAmount.currency);
  const type = textOf(balance.balanceType);
  if (!isDecimal(amount) || currency === undefined || type === undefined) return null;
  return {
    amount: withMinorDigits(parseDecimal(amount), currency),
    currency,
    type,
    category: null,
    reference_date: dateOf(balance.referenceDate),
    credit_limit_included:
      typeof balance.creditLimitIncluded === 'boolean' ? balance.creditLimitIncluded : null,
    last_committed_transaction_entry_ref: textOf(balance.lastCommittedTransaction) ?? null,
    integrator_last_changed_at: textOf(balance.lastChangeDateTime) ?? null,
  };
}
