import { BalanceDocument } from '@tributary/contracts';
import { withMinorDigits } from '@tributary/money';
import { amountIn } from '../mapping/json-decimals';
import { Json } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { ReadBalances, readBalances } from '../read-balances';
import { currencyIn } from './accounts';
import { dayOfSeconds } from './days';
import { secondsIn } from './transaction-fields';

const BOOKED = 'interimBooked';
const AVAILABLE = 'interimAvailable';

/**
 * Returns the balance, and the available one if the server has it.
 * @throws ProviderError if neither is readable
 */
export function balancesFrom(account: Json): ReadBalances {
  const at = secondsIn(account['balance-date']);
  const day = at === null ? null : dayOfSeconds(at);
  const entry = ({ stated, type }: StatedBalance): BalanceDocument | null => {
    const amount = amountIn(stated);
    if (amount === null) return null;
    const currency = currencyIn(account);
    return {
      amount: withMinorDigits(amount, currency),
      currency,
      type,
      category: null,
      reference_date: day,
      credit_limit_included: null,
      last_committed_transaction_entry_ref: null,
      integrator_last_changed_at: at === null || day === null ? null : new Date(at * 1000).toISOString(),
    };
  };
  const available = account['available-balance'];
  const isAvailableStated = available !== undefined && available !== null && available !== '';
  const stated: StatedBalance[] = [
    { stated: account.balance, type: BOOKED },
    ...(isAvailableStated ? [{ stated: available, type: AVAILABLE }] : []),
  ];
  const read = readBalances(stated, (one) => entry(one as StatedBalance));
  if (read) return read;
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave no readable balance');
}

interface StatedBalance {
  readonly stated: unknown;
  readonly type: string;
}
