import type { BerkaRow } from './berka-files';
import { kindOf } from './transaction-kinds';
import { stableHash } from '../state/stable-ids';

export interface ProviderAmount {
  readonly amount: string;
  readonly currency: string;
}

/** A transaction as PROVIDER_A sends it. Only the amount is guaranteed there. */
export interface ProviderTransaction {
  readonly transactionId?: string;
  readonly internalTransactionId?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: ProviderAmount;
  readonly [field: string]: unknown;
}

/** The position of a row in an account; `date` is the listed day, not the day of the file. */
export interface RowListing {
  readonly accountUuid: string;
  readonly date: string;
  readonly currency: string;
}

/** Codes become names and texts; the amount is passed on as the file wrote it. */
export function fromBerkaRow(row: BerkaRow, listing: RowListing): ProviderTransaction {
  const kind = kindOf(row);
  return {
    transactionId: row.transId,
    internalTransactionId: stableHash(`${listing.accountUuid}/${row.transId}`),
    bookingDate: listing.date,
    valueDate: listing.date,
    transactionAmount: { amount: row.amount, currency: listing.currency },
    ...counterpartyFields(row, kind.counterparty),
    remittanceInformationUnstructured: kind.remittance,
    balanceAfterTransaction: { amount: row.balance, currency: listing.currency },
    ...(kind.purposeCode === undefined ? {} : { purposeCode: kind.purposeCode }),
    bankTransactionCode: kind.bankTransactionCode,
    proprietaryBankTransactionCode: [row.type, row.operation, row.kSymbol]
      .filter((code) => code !== '')
      .join('/'),
  };
}

/** The other party is the creditor of what goes out and the debtor of what comes in. */
function counterpartyFields(row: BerkaRow, name: string | undefined): Record<string, unknown> {
  const side = row.type === 'PRIJEM' ? 'debtor' : 'creditor';
  const fields: Record<string, unknown> = {};
  if (name !== undefined) fields[`${side}Name`] = name;
  if (row.counterpartyAccount !== '') {
    fields[`${side}Account`] = { bban: `${row.counterpartyAccount}/${row.counterpartyBank}` };
  }
  if (row.counterpartyBank !== '') fields[`${side}Agent`] = row.counterpartyBank;
  return fields;
}
