import { BalanceDocument } from '@tributary/contracts';
import { Decimal, InvalidDecimalError, withMinorDigits } from '@tributary/money';
import { decimalOf } from '../json-decimals';
import { Json } from '../json-fields';
import { ProviderError } from '../provider.errors';
import { currencyIn } from './accounts';
import { dayOfSeconds } from './days';
import { secondsIn } from './transaction-fields';

const BOOKED = 'interimBooked';
const AVAILABLE = 'interimAvailable';

/** The balance, and what is available where the server says so. @throws ProviderError `invalid_answer` */
export function balancesFrom(account: Json): BalanceDocument[] {
  const balance = amountIn(account.balance);
  const available = amountIn(account['available-balance']);
  if (balance === null) throw unreadable();
  const at = secondsIn(account['balance-date']);
  const day = at === null ? null : dayOfSeconds(at);
  const entry = (amount: Decimal, type: string): BalanceDocument => {
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
  return [entry(balance, BOOKED), ...(available === null ? [] : [entry(available, AVAILABLE)])];
}

function amountIn(value: unknown): Decimal | null {
  try {
    return value === '' ? null : decimalOf(value);
  } catch (error) {
    if (error instanceof InvalidDecimalError) throw unreadable();
    throw error;
  }
}

function unreadable(): ProviderError {
  return new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave an unreadable balance');
}
