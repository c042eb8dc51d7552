import { EventPayload } from '../contract';
import { AccountDocument, BalanceDocument, ConnectionDocument } from '../documents/finance.documents';
import { TradeDocument } from '../documents/trade.document';
import { BalanceSnapshottedV1 } from '../events/balance-snapshotted.v1';
import { ConnectionChangedV1 } from '../events/connection-changed.v1';
import { HoldingsSnapshottedV1 } from '../events/holdings-snapshotted.v1';
import { RuleUpsertedV1 } from '../events/rule-upserted.v1';
import { ShapedTransaction, shapedDocument } from '../events/transaction-shaped.v1';
import { Fields } from './fields';

/** An account as far as it is known; its events may come later than its transactions. */
export interface KnownAccount {
  readonly id: number;
  /** Null where nothing but the id is known. */
  readonly document: AccountDocument | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly balance: { readonly available: string | null; readonly cleared: string | null } | null;
}

/** `FinancialAccountResource`: ids and flags are text, as in REST. */
export function accountResource(account: KnownAccount): Fields {
  const { document } = account;
  if (!document) return { id: String(account.id) };
  return {
    id: String(account.id),
    ...document,
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
export function transactionResource(accountId: number, transaction: ShapedTransaction): Fields {
  if (transaction.removed) return { id: String(transaction.id), removed: true };
  const { trade, ...document } = shapedDocument(transaction);
  return {
    id: String(transaction.id),
    financial_account_id: String(accountId),
    ...document,
    ...(trade ? { trade: tradeFields(trade) } : {}),
    booked: String(document.booked),
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
  };
}

/** `FinancialAccountBalanceResource`. */
export function balanceResource(
  accountId: number,
  balance: EventPayload<typeof BalanceSnapshottedV1>['balances'][number],
): Fields {
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

/** One position of an investment account. */
export function holdingResource(
  accountId: number,
  holding: EventPayload<typeof HoldingsSnapshottedV1>['holdings'][number],
): Fields {
  return {
    id: String(holding.id),
    financial_account_id: String(accountId),
    ...holding.document,
    cash_equivalent: String(holding.document.cash_equivalent),
    created_at: holding.createdAt,
    updated_at: holding.updatedAt,
  };
}

/** A financial connection: what the interface declares boolean stays one. */
export function connectionResource(connection: EventPayload<typeof ConnectionChangedV1>): Fields {
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

/** A rule as far as a message says: what it looks for and writes is read over REST. */
export function ruleResource({ id, document }: EventPayload<typeof RuleUpsertedV1>): Fields {
  return {
    id: String(id),
    name: document.name,
    disabled_reason: document.disabled_reason ?? null,
    disabled_at: document.disabled_at ?? null,
  };
}

/** The interface shows the price of a unit as a number. */
function tradeFields({ price_per_unit, ...rest }: TradeDocument): Fields {
  return { ...rest, price_per_unit: price_per_unit === null ? null : Number(price_per_unit) };
}

function flagText(flag: boolean | null | undefined): string | null {
  return flag === null || flag === undefined ? null : String(flag);
}
