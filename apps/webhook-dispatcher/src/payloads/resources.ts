import {
  AccountDocument,
  BalanceDocument,
  ConnectionDocument,
  EventPayload,
  ShapedTransaction,
  shapedDocument,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
} from '@tributary/contracts';
import { redactAccount, redactTransaction, Redaction } from './redaction';

/** An account as far as it is known here; its events may come later than its transactions. */
export interface KnownAccount {
  readonly id: number;
  /** Null where nothing but the id is known. */
  readonly document: AccountDocument | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly balance: { readonly available: string | null; readonly cleared: string | null } | null;
}

/** `FinancialAccountResource`: ids and flags are text, as in REST. */
export function accountResource(account: KnownAccount, redaction: Redaction): object {
  const { document } = account;
  if (!document) return { id: String(account.id) };
  return {
    id: String(account.id),
    ...redactAccount(document, redaction),
    financial_connection_id: String(document.financial_connection_id),
    enabled: String(document.enabled),
    balance: {
      available: account.balance?.available ?? 0,
      cleared: account.balance?.cleared ?? 0,
    },
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

/** `TransactionResource`, shaped by the account's rules; a removed one is its id and nothing else. */
export function transactionResource(
  accountId: number,
  transaction: ShapedTransaction,
  redaction: Redaction,
): object {
  if (transaction.removed) return { id: String(transaction.id), removed: true };
  const document = redactTransaction(shapedDocument(transaction), redaction);
  return {
    id: String(transaction.id),
    financial_account_id: String(accountId),
    ...document,
    booked: String(document.booked),
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
  };
}

/** `FinancialAccountBalanceResource`. */
export function balanceResource(
  accountId: number,
  balance: EventPayload<typeof BalanceSnapshottedV1>['balances'][number],
): object {
  const document: BalanceDocument = balance.document;
  return {
    id: String(balance.id),
    financial_account_id: String(accountId),
    ...document,
    credit_limit_included: flagText(document.credit_limit_included),
    created_at: balance.createdAt,
    updated_at: balance.updatedAt,
  };
}

/** A financial connection: what the interface declares boolean stays one. */
export function connectionResource(connection: EventPayload<typeof ConnectionChangedV1>): object {
  const document: ConnectionDocument = connection.document;
  return {
    id: String(connection.id),
    ...document,
    institution_id: String(document.institution_id),
    enabled: String(document.enabled),
    sync_balances: String(document.sync_balances),
    max_historical_days: String(document.max_historical_days),
    access_valid_for_days: String(document.access_valid_for_days),
    setup_renewal: String(document.setup_renewal),
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  };
}

function flagText(flag: boolean | null | undefined): string | null {
  return flag === null || flag === undefined ? null : String(flag);
}
