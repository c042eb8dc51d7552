import { isOutflow } from '@tributary/money';
import type { BankEntry } from '../bank/bank-account';
import type { ProviderTransaction } from '../bank/provider-transaction';
import { stableHash } from '../state/stable-ids';

type Json = Record<string, unknown>;

const UNFINISHED = ['SCHD', 'CNCL', 'RJCT'] as const;

/** The account that a row is shown in, and how its bank behaves. */
export interface WireContext {
  readonly uid: string;
  readonly withoutReferences: boolean;
}

/** A row of the bank as PROVIDER_B shows it: the amount without a sign, the direction beside it. Null members are not sent. */
export function wireTransaction(entry: BankEntry, status: 'BOOK' | 'PDNG', context: WireContext): Json {
  const row = JSON.parse(entry.text) as ProviderTransaction;
  const { amount, currency } = row.transactionAmount;
  const hasReference = status === 'BOOK' && !context.withoutReferences;
  return {
    entry_reference: hasReference ? (row.transactionId ?? null) : null,
    merchant_category_code: row['merchantCategoryCode'] ?? null,
    transaction_amount: { currency, amount: amount.replace(/^-/, '') },
    creditor: partyOf(row['creditorName']),
    creditor_account: accountOf(row['creditorAccount']),
    creditor_agent: agentOf(row['creditorAgent']),
    debtor: partyOf(row['debtorName']),
    debtor_account: accountOf(row['debtorAccount']),
    debtor_agent: agentOf(row['debtorAgent']),
    bank_transaction_code: codeOf(row),
    credit_debit_indicator: isOutflow(amount) ? 'DBIT' : 'CRDT',
    status,
    booking_date: row.bookingDate ?? null,
    value_date: row.valueDate ?? null,
    balance_after_transaction: balanceOf(row['balanceAfterTransaction']),
    // A direct debit's reference is its mandate.
    reference_number: row['mandateId'] ?? null,
    reference_number_schema: row['mandateId'] === undefined ? null : 'SDDM',
    remittance_information: remittanceOf(row),
    note: row['additionalInformation'] ?? null,
    // Different in each session: useful only to request details.
    transaction_id: context.withoutReferences ? null : stableHash(`${context.uid}/${entry.text}`),
  };
}

/** Rejected, cancelled and scheduled rows, which some banks list among the others. */
export function unfinishedTransactions(like: Json | undefined): Json[] {
  if (!like) return [];
  return UNFINISHED.map((status) => ({ ...like, status, entry_reference: `unfinished-${status}` }));
}

function partyOf(name: unknown): Json | null {
  return typeof name === 'string' ? { name } : null;
}

function accountOf(account: unknown): Json | null {
  if (typeof account !== 'object' || account === null) return null;
  const { iban, bban } = account as Json;
  const other = bban === undefined ? null : { identification: bban, scheme_name: 'BBAN' };
  return { iban: iban ?? null, other };
}

function agentOf(agent: unknown): Json | null {
  return typeof agent === 'string' ? { clearing_system_member_id: { member_id: agent } } : null;
}

/** Writes `PMNT-ICDT-STDO` as the domain and its remaining parts. */
function codeOf(row: ProviderTransaction): Json | null {
  const code = row['bankTransactionCode'];
  const description = row['proprietaryBankTransactionCode'] ?? null;
  if (typeof code !== 'string') return description === null ? null : { description };
  const [domain, ...rest] = code.split('-');
  return { description, code: domain, sub_code: rest.join('-') || null };
}

function balanceOf(balance: unknown): Json | null {
  if (typeof balance !== 'object' || balance === null) return null;
  const { amount, currency } = balance as Json;
  return { currency, amount };
}

function remittanceOf(row: ProviderTransaction): unknown[] {
  const lines = row['remittanceInformationUnstructuredArray'];
  if (Array.isArray(lines)) return lines;
  const text = row['remittanceInformationUnstructured'];
  return typeof text === 'string' ? text.split('\n') : [];
}
