import { BalanceDocument } from '@tributary/contracts';
import { withMinorDigits } from '@tributary/money';
import { currencyOf, dateOf, isJson, textOf } from '../mapping/json-fields';
import { amountIn } from '../mapping/json-decimals';
import { ProviderError } from '../provider.errors';
import { AccountAccess, Metered } from '../provider.port';
import { readBalances } from '../read-balances';
import { accountPath } from './accounts';
import { ProviderBClient } from './client/client';

/** ISO 20022 codes, and the words that the rest of the system knows them by. */
const TYPES: Readonly<Record<string, string>> = {
  CLAV: 'closingAvailable',
  CLBD: 'closingBooked',
  FWAV: 'forwardAvailable',
  INFO: 'information',
  ITAV: 'interimAvailable',
  ITBD: 'interimBooked',
  OPAV: 'openingAvailable',
  OPBD: 'openingBooked',
  PRCD: 'previouslyClosedBooked',
  XPCD: 'expected',
};

/** @throws ProviderError also where no balance can be read */
export async function fetchBalances(
  client: ProviderBClient,
  access: AccountAccess,
): Promise<Metered<readonly BalanceDocument[]>> {
  const body = await client.send({
    call: 'GET balances',
    method: 'GET',
    path: accountPath(access.accountExternalId, 'balances'),
    user: access.user,
  });
  const read = readBalances(body.balances, balanceFrom);
  if (read) return { ...read, allowance: null };
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET balances gave no readable balance');
}

/** Returns null if amount, currency or type are invalid. Balances are signed, unlike transactions. */
export function balanceFrom(balance: unknown): BalanceDocument | null {
  if (!isJson(balance) || !isJson(balance.balance_amount)) return null;
  const amount = amountIn(balance.balance_amount.amount);
  const currency = currencyOf(balance.balance_amount.currency);
  const code = textOf(balance.balance_type);
  if (amount === null || currency === undefined || code === undefined) return null;
  return {
    amount: withMinorDigits(amount, currency),
    currency,
    type: TYPES[code] ?? code,
    category: null,
    reference_date: dateOf(balance.reference_date),
    credit_limit_included: null,
    last_committed_transaction_entry_ref: textOf(balance.last_committed_transaction) ?? null,
    integrator_last_changed_at: textOf(balance.last_change_date_time) ?? null,
  };
}
