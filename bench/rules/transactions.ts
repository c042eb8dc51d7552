import { TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { loadBerkaRows } from '../berka-rows';

/** A transaction as each engine gets it: the same texts and amount. */
export interface BenchTransaction {
  readonly document: TransactionDocument;
  readonly payee: string;
  readonly notes: string;
  readonly amount: string;
}

/** The demo bank's transactions, in turn until there are enough. */
export async function loadTransactions(count: number): Promise<BenchTransaction[]> {
  const rows = await loadBerkaRows();
  const all = rows.map(toTransaction);
  return Array.from({ length: count }, (_, index) => all[index % all.length] as BenchTransaction);
}

function toTransaction(row: readonly unknown[]): BenchTransaction {
  const amount = String(row[3]);
  const payee = [row[8], row[11]].find((name) => typeof name === 'string') ?? '';
  const notes = String(row[14]);
  const party = { name: payee };
  const document: TransactionDocument = {
    amount,
    currency: 'CZK',
    booked: true,
    mapped_fields: { payee, description: notes, date: String(row[6]) },
    booking_date: String(row[6]),
    booking_datetime: '',
    value_date: String(row[7]),
    value_datetime: '',
    ...(isOutflow(amount) ? { creditor: party } : { debtor: party }),
    remittance_information: { unstructured: notes },
    balance_after_transaction: String(row[16]),
    codes: { bank_transaction_code: String(row[17]), proprietary_bank_transaction_code: String(row[18]) },
    external_identifiers: { integrator_transaction_id: String(row[2]) },
  };
  return { document, payee, notes, amount };
}
