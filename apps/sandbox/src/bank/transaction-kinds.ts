import type { BerkaRow } from './berka-files';
import { BANK_NAME, personName } from './account-identity';
import { stableIndex } from '../state/stable-ids';

/** What a code of the published data says in words: who is on the other side and what for. */
export interface TransactionKind {
  readonly counterparty: string | undefined;
  readonly remittance: string;
  /** ISO 20022 domain, family and sub-family. */
  readonly bankTransactionCode: string;
  readonly purposeCode?: string;
}

const INSURERS = ['Moravan Insurance', 'Labe Mutual Insurance', 'Beskydy Life Insurance', 'Sumava Insurance'];
const EMPLOYERS = ['Strojirna Kladno', 'Sklo Bohemia', 'Textil Jihlava', 'Pivovar Sazava', 'Papirna Vltava'];
const SHOPS = ['Dum kobercu', 'Nabytek Morava', 'Elektro Svit', 'Zahrada Polabi', 'Autoservis Kolin'];

/** Exhaustive over what occurs in the data; an unknown code still becomes a readable row. */
export function kindOf(row: BerkaRow): TransactionKind {
  switch (row.operation) {
    case '':
      return row.kSymbol === 'UROK'
        ? ofTheBank('Interest credited', 'PMNT-MCOP-INTR', 'INTE')
        : ofTheBank('Bank credit', 'PMNT-MCOP-OTHR');
    case 'VKLAD':
      return { counterparty: undefined, remittance: 'Cash deposit', bankTransactionCode: 'PMNT-CNTR-CDPT' };
    case 'VYBER KARTOU':
      return {
        counterparty: undefined,
        remittance: 'Cash withdrawal by card',
        bankTransactionCode: 'PMNT-CCRD-CWDL',
      };
    case 'VYBER':
      return cashOrFee(row);
    case 'PREVOD Z UCTU':
      return incomingTransfer(row);
    case 'PREVOD NA UCET':
      return outgoingTransfer(row);
    default:
      return ofTheBank(`Bank transaction ${row.operation}`, 'PMNT-OTHR-OTHR');
  }
}

function ofTheBank(remittance: string, bankTransactionCode: string, purposeCode?: string): TransactionKind {
  return { counterparty: BANK_NAME, remittance, bankTransactionCode, purposeCode };
}

function cashOrFee(row: BerkaRow): TransactionKind {
  switch (row.kSymbol) {
    case 'SLUZBY':
      return ofTheBank('Statement fee', 'PMNT-MDOP-CHRG', 'BKFE');
    case 'SANKC. UROK':
      return ofTheBank('Sanction interest for a negative balance', 'PMNT-MDOP-INTR', 'INTE');
    case 'SIPO':
      return {
        counterparty: 'SIPO Household Payments',
        remittance: 'Household payment (SIPO), paid in cash',
        bankTransactionCode: 'PMNT-CNTR-CWDL',
        purposeCode: 'UBIL',
      };
    default:
      return {
        counterparty: undefined,
        remittance: 'Cash withdrawal',
        bankTransactionCode: 'PMNT-CNTR-CWDL',
      };
  }
}

function incomingTransfer(row: BerkaRow): TransactionKind {
  if (row.kSymbol === 'DUCHOD') {
    return {
      counterparty: 'Social Security Administration',
      remittance: 'Pension',
      bankTransactionCode: 'PMNT-RCDT-DMCT',
      purposeCode: 'PENS',
    };
  }
  return {
    counterparty: pick(EMPLOYERS, row.counterpartyAccount),
    remittance: `Transfer from account ${accountText(row)}`,
    bankTransactionCode: 'PMNT-RCDT-DMCT',
  };
}

function outgoingTransfer(row: BerkaRow): TransactionKind {
  const transfer = (counterparty: string, remittance: string, purposeCode?: string): TransactionKind => ({
    counterparty,
    remittance,
    bankTransactionCode: 'PMNT-ICDT-DMCT',
    purposeCode,
  });
  switch (row.kSymbol) {
    case 'SIPO':
      return transfer('SIPO Household Payments', 'Household payment (SIPO)', 'UBIL');
    case 'POJISTNE':
      return transfer(pick(INSURERS, row.counterpartyBank), 'Insurance premium', 'INSU');
    case 'UVER':
      return transfer(`${BANK_NAME} Loans`, 'Loan repayment', 'LOAR');
    default:
      return transfer(payeeOf(row), `Transfer to account ${accountText(row)}`);
  }
}

/** Half of the unnamed transfers go to a person, half to a shop: budgets see both. */
function payeeOf(row: BerkaRow): string {
  return stableIndex(`${row.counterpartyAccount}/kind`, 2) === 0
    ? personName(row.counterpartyAccount)
    : pick(SHOPS, row.counterpartyAccount);
}

function accountText(row: BerkaRow): string {
  return `${row.counterpartyAccount}/${row.counterpartyBank}`;
}

function pick(names: readonly string[], seed: string): string {
  return names[stableIndex(seed, names.length)] ?? '';
}
