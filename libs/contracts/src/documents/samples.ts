import { Health } from '../health';
import { AccountConfig, AccountDocument } from './accounts/finance.documents';
import { HoldingDocument } from './transactions/trade.document';
import { TransactionDocument } from './transactions/transaction.document';

/** Invented values: golden samples of the documents that several events carry. */
export const SAMPLE_TIME = '2026-03-02T06:10:00.000Z';

export const sampleHealth: Health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: SAMPLE_TIME,
};

export const sampleTransaction: TransactionDocument = {
  amount: '-12.40',
  currency: 'EUR',
  booked: true,
  mapped_fields: { payee: 'Kahvila Oy', description: 'Card 02.03 KAHVILA', date: '2026-03-02' },
  booking_date: '2026-03-02',
  booking_datetime: '',
  value_date: '2026-03-02',
  value_datetime: '',
  creditor: { name: 'Kahvila Oy', iban: 'FI2112345600000785' },
  remittance_information: { unstructured: 'Card 02.03 KAHVILA' },
  codes: { bank_transaction_code: 'PMNT-CCRD-POSD' },
  external_identifiers: { institution_transaction_id: '2026-03-02-0001' },
};

/** The configuration of an account without its own settings: the defaults of the decisions. */
export const DEFAULT_ACCOUNT_CONFIG: AccountConfig = {
  map_fields: {
    payee: 'counterparty.name',
    description: 'remittance_information.unstructured',
    date: 'booking_date',
  },
  enrichment: { enabled: false, provider: null, country: null },
  sync_start_date: null,
  sync_auto: true,
  sync_pending_transactions: false,
  pending_settlement_matching: true,
  pending_settlement_max_days: 8,
  fuzzy_counterparty_matching: true,
  fuzzy_counterparty_min_chars: 5,
  sync_balances: true,
  sync_frequency_in_minutes: 360,
  fields_for_duplicate_filtering: [
    'booking_date',
    'amount',
    'currency',
    'counterparty',
    'remittance_information',
  ],
};

export const sampleAccount: AccountDocument = {
  financial_connection_id: 3,
  config: DEFAULT_ACCOUNT_CONFIG,
  health: sampleHealth,
  enabled: true,
  integrator: 'PROVIDER_A',
  account_category: 'BANK',
  raw_type: null,
  cash_balance: null,
  total_balance: null,
  meta: null,
  account_number_masked: null,
  name: 'Everyday account',
  custom_name: null,
  display_name: 'Everyday account',
  bban: null,
  scan: null,
  iban: 'FI2112345600000785',
  bic: null,
  owner_name: 'Maija Meikäläinen',
  owner_address: null,
  currency: 'EUR',
  product_name: 'Current account',
  cash_account_type: 'CACC',
  account_usage: 'PRIV',
  linked_accounts: null,
  details: null,
  msisdn: null,
  integrator_id: '7e944232-bda9-40bc-b784-660c7ab5fe78',
  institution_id: null,
  details_last_synced_at: SAMPLE_TIME,
  transactions_last_synced_at: SAMPLE_TIME,
  balances_last_synced_at: SAMPLE_TIME,
  transactions_backfill_cursor: '2025-12-03',
  sync: {
    next_sync_at: SAMPLE_TIME,
    next_allowed_at: null,
    backfill_completes_at: '2026-03-05T00:00:00.000Z',
  },
  reconciliation: {
    currency: 'EUR',
    since: SAMPLE_TIME,
    checked_at: SAMPLE_TIME,
    balance_change: '-12.50',
    transactions_total: '-12.50',
    difference: '0.00',
  },
};

export const sampleHolding: HoldingDocument = {
  instrument: {
    symbol: 'ACME',
    name: 'Acme Oyj',
    exchange: 'XHEL',
    type: 'STOCK',
    figi_code: 'BBG000ACME01',
  },
  option: null,
  units: '12.5',
  price: '41.20',
  cost_basis: '38.00',
  market_value: '515.00',
  currency: 'EUR',
  cash_equivalent: false,
};
