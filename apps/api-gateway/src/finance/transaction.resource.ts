import { redactedTransaction, withoutTransactionIdentifiers } from '@tributary/http';
import { idText, timeText, wireText } from '../wire-values';
import { AccountResource } from './account.resource';
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
  /** By id; only read where the account is included. */
  readonly accounts: ReadonlyMap<number, AccountResource>;
  readonly redaction: Redaction;
}

export type TransactionResource = Readonly<Record<string, unknown>> & { readonly amount: string };

/** A transaction as REST shows it: the interface's types, empty optional fields left out. */
export function toTransaction(row: TransactionRow, view: TransactionView): TransactionResource {
  const { amount, currency, booked, mapped_fields, trade, enriched, ...rest } = row.document;
  const { includes } = view;
  const resource = {
    id: idText(row.id),
    financial_account_id: idText(row.account_id),
    ...(includes.has('financial_account')
      ? { financial_account: view.accounts.get(row.account_id) ?? null }
      : {}),
    ...(includes.has('failed_transfers') ? { failed_transfers: wireText(row.failed_transfers ?? 0) } : {}),
    ...(includes.has('attempted_transfers')
      ? { attempted_transfers: wireText(row.attempted_transfers ?? 0) }
      : {}),
    amount,
    currency,
    booked: wireText(booked),
    mapped_fields,
    ...(includes.has('trade') && trade ? { trade } : {}), // a bank transaction has none
    ...(includes.has('enriched') ? { enriched: enriched ?? null } : {}),
    ...rest,
    ...(includes.has('transfer_logs') ? { transfer_logs: row.transfer_logs ?? [] } : {}),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
  return redacted(resource, view.redaction);
}

function redacted(resource: TransactionResource, redaction: Redaction): TransactionResource {
  switch (redaction) {
    case 'none':
      return resource;
    case 'identifiers':
      return withoutTransactionIdentifiers(resource);
    case 'sensitive':
      return redactedTransaction(resource);
  }
}
