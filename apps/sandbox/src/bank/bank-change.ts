import { isDay } from '@tributary/money';
import { Fields } from '../server/fields';
import { invalid } from '../server/problem';
import type { AccountChange } from './bank-account';
import { centsFromText } from './cents';
import type { ProviderTransaction } from './provider-transaction';

/** Reads `{booked?, pending?, remove?, details?}`; transactions and details are written as PROVIDER_A sends them. */
export function bankChangeFromBody(body: unknown): AccountChange {
  const given = new Fields(body);
  return {
    booked: given.list('booked')?.map((row, index) => transactionFrom(row, `booked[${index}]`, true)),
    pending: given.list('pending')?.map((row, index) => transactionFrom(row, `pending[${index}]`, false)),
    remove: given.list('remove')?.map(String),
    details: given.object('details'),
  };
}

function transactionFrom(row: unknown, position: string, needsId: boolean): ProviderTransaction {
  const transaction = (row ?? {}) as ProviderTransaction;
  if (needsId && typeof transaction.transactionId !== 'string') {
    throw invalid(`${position}.transactionId is needed`);
  }
  if (needsId && !isDay(transaction.bookingDate ?? transaction.valueDate)) {
    throw invalid(`${position}.bookingDate must be a date (YYYY-MM-DD)`);
  }
  checkAmount(transaction, position);
  return transaction;
}

/** The bank adds up its balances, so amounts must be numbers: a fault makes bad amounts, on the way out. */
function checkAmount({ transactionAmount }: ProviderTransaction, position: string): void {
  const fields = new Fields(transactionAmount, `${position}.transactionAmount`);
  fields.required('currency');
  try {
    centsFromText(fields.required('amount'));
  } catch (cause) {
    throw invalid(`${position}.transactionAmount.amount must have at most two decimals`, { cause });
  }
}
