import { ACCOUNT_FACTS, AccountDocument } from '@tributary/contracts';

/** The members of an account that rules may read, named as in its document. */
export type AccountFacts = Readonly<Record<string, string | boolean>>;

/** The facts of a transaction: members outside of its document, which rules never change. They are named as in REST. */
export interface TransactionFacts {
  readonly id: string;
  readonly financial_account_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly financial_account: AccountFacts;
}

/** The facts of an account whose event has not arrived. */
export const NO_ACCOUNT_FACTS: AccountFacts = {};

/** Returns the members of an account's document that rules may read; empty ones are left out. */
export function accountFacts(document: AccountDocument): AccountFacts {
  const members = document as Readonly<Record<string, unknown>>;
  const facts: Record<string, string | boolean> = { enabled: document.enabled };
  for (const name of ACCOUNT_FACTS) {
    const value = members[name];
    if (typeof value === 'string' && value !== '') facts[name] = value;
  }
  return facts;
}

/** Returns the facts of one transaction. */
export function transactionFacts(
  transaction: { readonly id: number; readonly createdAt: string; readonly updatedAt: string },
  accountId: number,
  account: AccountFacts,
): TransactionFacts {
  return {
    id: String(transaction.id),
    financial_account_id: String(accountId),
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
    financial_account: account,
  };
}
