import { BalanceDocument } from '@tributary/contracts';
import { withMinorDigits } from '@tributary/money';
import { amountIn } from '../mapping/json-decimals';
import { ProviderError } from '../provider.errors';
import { Metered } from '../provider.port';
import { accountPath } from './accounts';
import { ProviderAClient } from './client/client';
import { currencyOf, dateOf, isJson, textOf } from '../mapping/json-fields';
import { readBalances } from '../read-balances';
import { accountAllowance } from './client/rate-limits';

/** @throws ProviderError also where no balance can be read */
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
  const read = readBalances(body.balances, balanceFrom);
  if (read) return { ...read, allowance };
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET balances gave no readable balance', allowance);
}

/** Returns null if amount, currency or type are invalid. */
export function balanceFrom(balance: unknown): BalanceDocument | null {
  if (!isJson(balance) || !isJson(balance.balanceAmount)) return null;
  const amount = amountIn(balance.balanceAmount.amount);
  const currency = currencyOf(balance.balanceAmount.currency);
  const type = textOf(balance.balanceType);
  if (amount === null || currency === undefined || type === undefined) return null;
  return {
    amount: withMinorDigits(amount, currency),
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
