import { TransactionDocument } from '@tributary/contracts';
import { BerkaRow, codeOf, loadBerkaRows } from '../berka-rows';

/** A transaction as each engine gets it: the same texts and amount. */
export interface BenchTransaction {
  readonly document: TransactionDocument;
  readonly payee: string;
  readonly notes: string;
  readonly amount: string;
}

/** The demo bank's transactions, in turn until there are enough. */
export function loadTransactions(count: number): BenchTransaction[] {
  const all = loadBerkaRows().map(toTransaction);
  return Array.from({ length: count }, (_, index) => all[index % all.length] as BenchTransaction);
}

function toTransaction(row: BerkaRow): BenchTransaction {
  const { id, day, amount, balance, isCredit, counterparty, purpose, notes } = row;
  const party = { name: counterparty };
  const document: TransactionDocument = {
    amount,
    currency: 'CZK',
    booked: true,
    mapped_fields: { payee: counterparty, description: notes, date: day },
    booking_date: day,
    booking_datetime: '',
    value_date: day,
    value_datetime: '',
    ...(isCredit ? { debtor: party } : { creditor: party }),
    remittance_information: { unstructured: notes },
    balance_after_transaction: balance,
    codes: { bank_transaction_code: codeOf(row), proprietary_bank_transaction_code: purpose },
    external_identifiers: { integrator_transaction_id: id },
  };
  return { document, payee: counterparty, notes, amount };
}
