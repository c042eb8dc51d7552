import { Type } from '@sinclair/typebox';
import { AccountConfig, AccountSyncPlan, PROVIDERS, Reconciliation } from '@tributary/contracts';
import { component, referenceTo } from '../openapi/components';
import {
  CountText,
  CurrencyText,
  FlagText,
  IdText,
  MoneyText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../openapi/wire.schema';
import { FinancialConnection, HealthSchema } from './connection.schema';

export const ACCOUNT_CATEGORIES = ['BANK', 'INVESTMENT', 'DEPOSIT', 'LOC'] as const;

const Config = component('InstitutionConfig', AccountConfig);
const Money = Type.Object({ amount: MoneyText, currency: CurrencyText });

/** A number of the last sync; 0 where there was none. */
const Balance = Type.Union([MoneyText, Type.Literal(0)]);

/** Left out where the token may not see it, or asked not to. */
const Identifier = Type.Optional(Text);

const TimeOrEmpty = Type.Union([TimeText, Type.Literal('')]);

/** What is declared a text is one, empty where nothing is known. */
export const FinancialAccount = component(
  'FinancialAccount',
  Type.Object({
    id: IdText,
    financial_connection_id: IdText,
    financial_connection: Type.Optional(OrNull(FinancialConnection)),
    config: Config,
    health: HealthSchema,
    enabled: FlagText,
    integrator: TextOneOf(PROVIDERS),
    account_category: OrNull(TextOneOf(ACCOUNT_CATEGORIES)),
    raw_type: TextOrNull,
    cash_balance: OrNull(Money),
    total_balance: OrNull(Money),
    meta: Text,
    account_number_masked: Type.Optional(TextOrNull),
    name: Text,
    custom_name: Text,
    display_name: Text,
    bban: Identifier,
    scan: Identifier,
    iban: Identifier,
    bic: Text,
    owner_name: Identifier,
    owner_address: Identifier,
    currency: Text,
    product_name: Text,
    cash_account_type: Text,
    account_usage: Text,
    linked_accounts: Identifier,
    details: Text,
    msisdn: Identifier,
    integrator_id: Identifier,
    institution_id: Identifier,
    details_last_synced_at: TimeOrEmpty,
    transactions_last_synced_at: TimeOrEmpty,
    balances_last_synced_at: TimeOrEmpty,
    transactions_backfill_cursor: TextOrNull,
    sync: Type.Optional(AccountSyncPlan),
    reconciliation: Type.Optional(OrNull(Reconciliation)),
    balance: Type.Object({ available: Balance, cleared: Balance }),
    rules: Type.Optional(
      Type.Array(Type.Object({ order: Type.Integer({ minimum: 1 }), rule: referenceTo('Rule') })),
    ),
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
    transfer_links_count: CountText,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
