import { Type } from '@sinclair/typebox';
import { EventPayload } from '../contract';
import {
  ACCOUNT_CATEGORIES,
  AccountDocument,
  BalanceDocument,
  ConnectionDocument,
} from '../documents/accounts/finance.documents';
import { RuleDocument } from '../documents/rule.documents';
import { HoldingDocument } from '../documents/transactions/trade.document';
import { SPLIT_STATUSES, TransactionDocument } from '../documents/transactions/transaction.document';
import { RuleUpsertedV1 } from '../events/rules/rule-upserted.v1';
import { ShapedTransaction, shapedDocument } from '../events/transactions/transaction-shaped.v1';
import { InstrumentWire, OptionWire, wireTrade } from './trade.wire';
import { Fields, wireResource } from './wire-resource';
import {
  CurrencyText,
  IdText,
  MoneyText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
  wireAs,
  wireCount,
  wireFlag,
  wireId,
  wireIdOrEmpty,
  wireText,
  wireTextAs,
} from './wire-types';

/** A number of the last sync; 0 if there was none. */
const BalanceNumber = Type.Union([MoneyText, Type.Literal(0)]);
const MoneyWire = OrNull(Type.Object({ amount: MoneyText, currency: CurrencyText }));
/** Left out if the reader may not see it, or requested to omit it. */
const identifier = wireTextAs(Type.Optional(Text));
const timeOrEmpty = wireTextAs(Type.Union([TimeText, Type.Literal('')]));
const textOrNull = wireAs(TextOrNull);
const ofAccount = { financial_account_id: IdText };

export const ACCOUNT = wireResource({
  document: AccountDocument,
  beside: { balance: Type.Object({ available: BalanceNumber, cleared: BalanceNumber }) },
  types: {
    financial_connection_id: wireIdOrEmpty,
    enabled: wireFlag,
    account_category: wireAs(OrNull(TextOneOf(ACCOUNT_CATEGORIES))),
    cash_balance: wireAs(MoneyWire),
    total_balance: wireAs(MoneyWire),
    meta: wireText,
    account_number_masked: wireAs(Type.Optional(TextOrNull)),
    name: wireText,
    custom_name: wireText,
    display_name: wireText,
    bban: identifier,
    scan: identifier,
    iban: identifier,
    bic: wireText,
    owner_name: identifier,
    owner_address: identifier,
    currency: wireText,
    product_name: wireText,
    cash_account_type: wireText,
    account_usage: wireText,
    linked_accounts: identifier,
    details: wireText,
    msisdn: identifier,
    integrator_id: identifier,
    institution_id: identifier,
    details_last_synced_at: timeOrEmpty,
    transactions_last_synced_at: timeOrEmpty,
    balances_last_synced_at: timeOrEmpty,
    // Events of an earlier release lack `unread_rows` and `time_zone`.
    unread_rows: { schema: wireCount.schema, write: (count = 0) => String(count) },
    time_zone: { schema: TextOrNull, write: (zone = null) => zone },
  },
});

/** All members are texts, empty if the institution did not report them. */
export const BALANCE = wireResource({
  document: BalanceDocument,
  beside: ofAccount,
  types: {
    category: wireText,
    reference_date: wireText,
    credit_limit_included: wireText,
    last_committed_transaction_entry_ref: wireText,
    integrator_last_changed_at: wireText,
  },
});

/** Null if the broker did not report it. */
export const HOLDING = wireResource({
  document: HoldingDocument,
  beside: ofAccount,
  types: {
    instrument: wireAs(InstrumentWire),
    option: wireAs(OrNull(OptionWire)),
    currency: textOrNull,
    cash_equivalent: wireFlag,
  },
});

export const CONNECTION = wireResource({
  document: ConnectionDocument,
  types: {
    institution_id: wireId,
    enabled: wireFlag,
    sync_balances: wireFlag,
    max_historical_days: wireCount,
    access_valid_for_days: wireCount,
    setup_renewal: wireFlag,
  },
});

const SplitWire = Type.Object({
  status: TextOneOf(SPLIT_STATUSES),
  amount: MoneyText,
  currency: CurrencyText,
  parts: Type.Array(IdText),
});

export const TRANSACTION = wireResource({
  document: TransactionDocument,
  beside: ofAccount,
  types: {
    booked: wireFlag,
    booking_date: textOrNull,
    value_date: textOrNull,
    trade: wireTrade,
    split: wireAs(Type.Optional(SplitWire)),
    split_of: wireAs(Type.Optional(IdText)),
  },
});

/** A rule as it appears in messages; its conditions and actions are read over REST. */
export function ruleResource({ id, document }: EventPayload<typeof RuleUpsertedV1>): Fields {
  return {
    id: String(id),
    name: document.name,
    disabled_reason: document.disabled_reason ?? null,
    disabled_at: document.disabled_at ?? null,
  };
}

/**
 * Schemas of resources in webhooks: the whole resource, or only its id if the resource is unknown or may not be read.
 */
export const PAYLOADS = {
  account: ACCOUNT.payload,
  /** `{id, removed: true}` if it was removed. */
  transaction: Type.Object({ ...TRANSACTION.payload.properties, removed: Type.Optional(Type.Literal(true)) }),
  balance: BALANCE.payload,
  holding: HOLDING.payload,
  connection: CONNECTION.payload,
  rule: Type.Object({
    id: IdText,
    ...Type.Partial(Type.Pick(RuleDocument, ['name', 'disabled_reason', 'disabled_at'])).properties,
  }),
} as const;

/** An account as far as it is known; its events may arrive later than its transactions. */
export interface KnownAccount {
  readonly id: number;
  /** Null if only the id is known. */
  readonly document: AccountDocument | null;
  readonly createdAt: Date | string | null;
  readonly updatedAt: Date | string | null;
  readonly balance: { readonly available: string | null; readonly cleared: string | null } | null;
}

export function accountResource({ document, balance, ...account }: KnownAccount): Fields {
  if (!document) return { id: String(account.id) };
  const numbers = { available: balance?.available ?? 0, cleared: balance?.cleared ?? 0 } as const;
  return ACCOUNT.write({ ...account, document }, { balance: numbers });
}

/** A transaction after the account's rules; a removed one has only its id. */
export function transactionResource(accountId: number, transaction: ShapedTransaction): Fields {
  if (transaction.removed) return { id: String(transaction.id), removed: true };
  const document = shapedDocument(transaction);
  return TRANSACTION.write({ ...transaction, document }, { financial_account_id: String(accountId) });
}
