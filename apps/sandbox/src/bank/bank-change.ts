import { isDay } from '@tributary/money';
import type { AccountChange } from './bank-account';
import { centsFromText } from './cents';
import type { ProviderTransaction } from './provider-transaction';
import { invalid } from '../server/problem';

/** Reads `{booked?, pending?, remove?, details?}`; transactions and details are written as PROVIDER_A sends them. */
export function bankChangeFromBody(body: unknown): AccountChange {
  const given = (body ?? {}) as Record<string, unknown>;
  return {
    booked: transactionsFrom(given['booked'], 'booked', true),
    pending: transactionsFrom(given['pending'], 'pending', false),
    remove: listFrom(given['remove'], 'remove')?.map(String),
    details: detailsFrom(given['details']),
  };
}

function transactionsFrom(
  value: unknown,
  name: string,
  idNeeded: boolean,
): ProviderTransaction[] | undefined {
  return listFrom(value, name)?.map((entry, index) => {
    const place = `${name}[${index}]`;
    const transaction = (entry ?? {}) as ProviderTransaction;
    if (idNeeded && typeof transaction.transactionId !== 'string') {
      throw invalid(`${place}.transactionId is needed`);
    }
    if (idNeeded && !isDay(transaction.bookingDate ?? transaction.valueDate)) {
      throw invalid(`${place}.bookingDate must be a date (YYYY-MM-DD)`);
    }
    checkAmount(transaction, place);
    return transaction;
  });
}

function detailsFrom(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) {
    return value as Record<string, unknown> | undefined;
  }
  throw invalid('details must be an object');
}

/** The bank keeps balances, so it must be able to add: bad amounts are made by a fault, on the way out. */
function checkAmount(transaction: ProviderTransaction, place: string): void {
  const { amount, currency } = (transaction.transactionAmount ?? {}) as {
    amount?: unknown;
    currency?: unknown;
  };
  if (typeof amount !== 'string' || typeof currency !== 'string') {
    throw invalid(`${place}.transactionAmount must have amount and currency`);
  }
  try {
    centsFromText(amount);
  } catch (cause) {
    throw invalid(`${place}.transactionAmount.amount must have at most two decimals`, {
      cause,
    });
  }
}

function listFrom(value: unknown, name: string): unknown[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value as unknown[];
  throw invalid(`${name} must be an array`);
}
