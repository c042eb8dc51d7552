import type { BerkaRow } from './berka-files';
import { BANK_NAME, personName } from './account-identity';
import { stableIndex } from '../state/stable-ids';

/** A code of the published data in words: the other party and the purpose. */
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
const HOUSEHOLD_PAYMENTS = 'SIPO Household Payments';

type Written = string | ((row: BerkaRow) => string) | undefined;
type Kind = readonly [counterparty: Written, remittance: Written, code: string, purpose?: string];

/** Kinds by operation and k_symbol; an operation with another symbol has the kind that ends with a slash. */
const KINDS: Readonly<Record<string, Kind>> = {
  '/UROK': [BANK_NAME, 'Interest credited', 'PMNT-MCOP-INTR', 'INTE'],
  '/': [BANK_NAME, 'Bank credit', 'PMNT-MCOP-OTHR'],
  'VKLAD/': [undefined, 'Cash deposit', 'PMNT-CNTR-CDPT'],
  'VYBER KARTOU/': [undefined, 'Cash withdrawal by card', 'PMNT-CCRD-CWDL'],
  'VYBER/SLUZBY': [BANK_NAME, 'Statement fee', 'PMNT-MDOP-CHRG', 'BKFE'],
  'VYBER/SANKC. UROK': [BANK_NAME, 'Sanction interest for a negative balance', 'PMNT-MDOP-INTR', 'INTE'],
  'VYBER/SIPO': [HOUSEHOLD_PAYMENTS, 'Household payment (SIPO), paid in cash', 'PMNT-CNTR-CWDL', 'UBIL'],
  'VYBER/': [undefined, 'Cash withdrawal', 'PMNT-CNTR-CWDL'],
  'PREVOD Z UCTU/DUCHOD': ['Social Security Administration', 'Pension', 'PMNT-RCDT-DMCT', 'PENS'],
  'PREVOD Z UCTU/': [
    (row) => pick(EMPLOYERS, row.counterpartyAccount),
    (row) => `Transfer from account ${accountText(row)}`,
    'PMNT-RCDT-DMCT',
  ],
  'PREVOD NA UCET/SIPO': [HOUSEHOLD_PAYMENTS, 'Household payment (SIPO)', 'PMNT-ICDT-DMCT', 'UBIL'],
  'PREVOD NA UCET/POJISTNE': [
    (row) => pick(INSURERS, row.counterpartyBank),
    'Insurance premium',
    'PMNT-ICDT-DMCT',
    'INSU',
  ],
  'PREVOD NA UCET/UVER': [`${BANK_NAME} Loans`, 'Loan repayment', 'PMNT-ICDT-DMCT', 'LOAR'],
  'PREVOD NA UCET/': [payeeOf, (row) => `Transfer to account ${accountText(row)}`, 'PMNT-ICDT-DMCT'],
};

/** An unknown code still becomes a readable row. */
export function kindOf(row: BerkaRow): TransactionKind {
  const { operation, kSymbol } = row;
  const [counterparty, remittance, bankTransactionCode, purposeCode] = KINDS[`${operation}/${kSymbol}`] ??
    KINDS[`${operation}/`] ?? [BANK_NAME, `Bank transaction ${operation}`, 'PMNT-OTHR-OTHR'];
  const text = (written: Written) => (typeof written === 'function' ? written(row) : written);
  return {
    counterparty: text(counterparty),
    remittance: text(remittance) ?? '',
    bankTransactionCode,
    purposeCode,
  };
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
