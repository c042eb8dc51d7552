import { redactedTransaction, withoutTransactionIdentifiers } from '@tributary/http';
import { TransactionInclude } from './transaction-list';
import { TransactionRow } from './transactions.reader';

/** What is left out of transactions. */
export type Redaction =
  | 'none'
  /** Account numbers and references, on the client's wish. */
  | 'identifiers'
  /** And the account holder's name: the token may not see any of them. */
  | 'sensitive';

export interface TransactionView {
  readonly includes: ReadonlySet<TransactionInclude>;
  /** JSON text by id; only read where the account is included. */
  readonly accounts: ReadonlyMap<number, string>;
  readonly redaction: Redaction;
}

type Transaction = Readonly<Record<string, unknown>> & { readonly amount: string };

/** A transaction as REST shows it, JSON text: redacted, with its account where that is included. */
export function toTransactionText({ account_id, json }: TransactionRow, view: TransactionView): string {
  const text = redacted(json, view.redaction);
  if (!view.includes.has('financial_account')) return text;
  return `{"financial_account":${view.accounts.get(account_id) ?? 'null'},${text.slice(1)}`;
}

function redacted(json: string, redaction: Redaction): string {
  switch (redaction) {
    case 'none':
      return json;
    case 'identifiers':
      return JSON.stringify(withoutTransactionIdentifiers(JSON.parse(json) as Transaction));
    case 'sensitive':
      return JSON.stringify(redactedTransaction(JSON.parse(json) as Transaction));
  }
}
