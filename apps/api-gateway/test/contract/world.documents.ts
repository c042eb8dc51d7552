import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  DestinationUpsertedV1,
  EventPayload,
  InstitutionUpsertedV1,
  RuleUpsertedV1,
  TransactionDocument,
  SAMPLE_TIME,
  EXTERNAL_IDENTIFIERS,
  TRANSACTION_CODES,
} from '@tributary/contracts';
import { connectionOf, institutionOf } from '../samples';

type AccountDocument = EventPayload<typeof AccountUpsertedV1>['document'];
type BalanceDocument = EventPayload<typeof BalanceSnapshottedV1>['balances'][number]['document'];
type DestinationResource = EventPayload<typeof DestinationUpsertedV1>['resources'][number];

export const TIME = '2026-03-02T06:10:00.000Z';

export const HEALTH = {
  status: 'DEGRADED' as const,
  integrator_message: 'slow',
  failure_count: 2,
  transient_message: 'timeout',
  transient_failure_count: 1,
  last_attempt_at: TIME,
};

const BARE_HEALTH = {
  status: 'UNKNOWN' as const,
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

/** Texts that carry a mark, so that one resource's values are no other's. */
function marked<Name extends string>(mark: string, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, `${mark} ${name}`])) as Record<Name, string>;
}

const PARTY = ['name', 'bban', 'iban', 'pan', 'masked_pan', 'msisdn', 'agent'] as const;

/** Every field there is, each text with the mark in it. */
export function fullTransaction(mark: string, own: Partial<TransactionDocument> = {}): TransactionDocument {
  return {
    amount: '-12.40',
    currency: 'EUR',
    booked: true,
    mapped_fields: { date: '2026-01-02', ...marked(mark, ['payee', 'description']) },
    booking_date: '2026-03-02',
    booking_datetime: '2026-03-02T10:00:00+02:00',
    value_date: '2026-03-05',
    value_datetime: '2026-03-03T12:00:00Z',
    debtor: { ...marked(`${mark} debtor`, PARTY), currency: 'EUR' },
    creditor: { ...marked(`${mark} creditor`, [...PARTY, 'id']), currency: 'EUR' },
    ...marked(mark, [
      'ultimate_debtor',
      'ultimate_creditor',
      'additional_data_structured',
      'additional_information',
      'additional_information_structured',
    ]),
    remittance_information: {
      ...marked(mark, ['structured', 'unstructured']),
      structured_array: JSON.stringify([`${mark} structured_array`]),
      unstructured_array: JSON.stringify([`${mark} unstructured_array`]),
    },
    balance_after_transaction: '100.00',
    codes: marked(mark, TRANSACTION_CODES),
    currency_exchange: {
      source_currency: 'USD',
      exchange_rate: '1.1',
      unit_currency: 'USD',
      target_currency: 'EUR',
      quotation_date: '2026-01-03',
      contract_identification: `${mark} contract`,
    },
    external_identifiers: marked(mark, EXTERNAL_IDENTIFIERS),
    enriched: {
      ...marked(mark, ['provider', 'category_general']),
      counterparty: marked(`${mark} counterparty`, ['name', 'logo_url', 'website', 'mccs']),
      intermediary: marked(`${mark} intermediary`, ['name', 'logo_url', 'website', 'mccs']),
      location: marked(mark, ['raw_address', 'google_maps_url', 'apple_maps_url']),
      certainty_score: '0.9',
      is_subscription: 'true',
      is_personal: 'false',
    },
    category_id: String(mark.charCodeAt(0)),
    note: `${mark} note`,
    tags: [`${mark} tag`],
    ...own,
  };
}

/** Nothing that a transaction can be without. */
export const BARE_TRANSACTION: TransactionDocument = {
  amount: '9.00',
  currency: 'JPY',
  booked: false,
  mapped_fields: { date: null },
  booking_date: null,
  booking_datetime: '',
  value_date: null,
  value_datetime: '',
};

export const OPTION_TRADE: NonNullable<TransactionDocument['trade']> = {
  activity_type: 'BUY',
  units: '2',
  price_per_unit: '500.25',
  fees: '1.00',
  fx_rate: '1.1',
  external_reference_id: 'broker-1',
  instrument: { symbol: 'ACME', name: 'Acme', exchange: 'XHEL', type: 'OPTION', figi_code: 'BBG1' },
  option: {
    ticker: 'ACME  260619C00100000',
    type: 'CALL',
    strike_price: '100',
    expiration_date: '2026-06-19',
    underlying_symbol: 'ACME',
  },
};

/** A transfer of assets between accounts: no price, no rate, no option. */
export const BARE_TRADE: NonNullable<TransactionDocument['trade']> = {
  activity_type: null,
  units: '0',
  price_per_unit: null,
  fees: '0',
  fx_rate: null,
  external_reference_id: '',
  instrument: { symbol: '', name: '', exchange: '', type: null, figi_code: '' },
  option: null,
};

const ACCOUNT_TEXTS = [
  'raw_type',
  'meta',
  'account_number_masked',
  'name',
  'custom_name',
  'display_name',
  'bban',
  'scan',
  'iban',
  'bic',
  'owner_name',
  'owner_address',
  'product_name',
  'cash_account_type',
  'account_usage',
  'linked_accounts',
  'details',
  'msisdn',
  'integrator_id',
  'institution_id',
] as const;

export function fullAccount(mark: string, own: Partial<AccountDocument> = {}): AccountDocument {
  const { config } = AccountUpsertedV1.sample.document;
  return {
    financial_connection_id: 3,
    config: {
      ...config,
      sync_start_date: '2026-01-01',
      enrichment: { enabled: true, provider: 'enricher', country: 'FI' },
    },
    health: HEALTH,
    enabled: true,
    integrator: 'PROVIDER_A',
    account_category: 'BANK',
    cash_balance: { amount: '1.00', currency: 'EUR' },
    total_balance: { amount: '2.00', currency: 'EUR' },
    ...marked(mark, ACCOUNT_TEXTS),
    currency: 'EUR',
    details_last_synced_at: TIME,
    transactions_last_synced_at: TIME,
    balances_last_synced_at: TIME,
    transactions_backfill_cursor: '2025-12-03',
    time_zone: 'Europe/Helsinki',
    ...own,
  };
}

export function bareAccount(own: Partial<AccountDocument> = {}): AccountDocument {
  const { config } = AccountUpsertedV1.sample.document;
  return {
    financial_connection_id: 5,
    config,
    health: BARE_HEALTH,
    enabled: false,
    integrator: 'PROVIDER_C',
    account_category: null,
    cash_balance: null,
    total_balance: null,
    ...(Object.fromEntries(ACCOUNT_TEXTS.map((name) => [name, null])) as Record<
      (typeof ACCOUNT_TEXTS)[number],
      null
    >),
    currency: null,
    details_last_synced_at: null,
    transactions_last_synced_at: null,
    balances_last_synced_at: null,
    transactions_backfill_cursor: null,
    ...own,
  };
}

export function fullBalance(mark: string): BalanceDocument {
  return {
    amount: '1204.10',
    currency: 'EUR',
    reference_date: '2026-03-02',
    credit_limit_included: true,
    ...marked(mark, [
      'type',
      'category',
      'last_committed_transaction_entry_ref',
      'integrator_last_changed_at',
    ]),
  };
}

export const BARE_BALANCE: BalanceDocument = {
  amount: '0',
  currency: 'EUR',
  type: '',
  category: null,
  reference_date: null,
  credit_limit_included: null,
  last_committed_transaction_entry_ref: null,
  integrator_last_changed_at: null,
};

type ConnectionPayload = EventPayload<typeof ConnectionChangedV1>;

export function fullConnection(userId: number, id: number, mark: string): ConnectionPayload {
  return connectionOf(userId, id, {
    ...marked(mark, ['region', 'status_message']),
    reference: `${mark}-reference`,
    accounts_last_synced_at: TIME,
    health: HEALTH,
  });
}

export function bareConnection(userId: number, id: number): ConnectionPayload {
  return connectionOf(userId, id, {
    institution_id: 7,
    status: 'PENDING',
    consent_expires_at: null,
    activated_at: null,
    health: BARE_HEALTH,
  });
}

export function fullInstitution(id: number, mark: string): EventPayload<typeof InstitutionUpsertedV1> {
  const { document, ...row } = institutionOf(id);
  const texts = marked(mark, ['region', 'country', 'name', 'bic', 'external_id', 'logo', 'category']);
  return { ...row, document: { ...document, ...texts } };
}

export function bareInstitution(id: number): EventPayload<typeof InstitutionUpsertedV1> {
  const { document, ...row } = institutionOf(id);
  return { ...row, document: { ...document, country: null, bic: null, supported_products: [] } };
}

const row = (id: number, deleted = false) => ({ id, version: 1, deleted, createdAt: TIME, updatedAt: TIME });

/** A connection with one budget and one account in it, everything filled or as little as can be. */
export function budgetaResources(
  ids: { readonly connection: number; readonly budget: number; readonly account: number },
  mark: string | null,
): DestinationResource[] {
  const text = (name: string): string | null => (mark === null ? null : `${mark} ${name}`);
  const health = mark === null ? BARE_HEALTH : HEALTH;
  return [
    {
      ...row(ids.connection),
      kind: 'CONNECTION',
      document: {
        name: text('connection') ?? '',
        enabled: true,
        sync_balances: false,
        budgeta_user_id: `u-${ids.connection}`,
        last_synced_at: mark === null ? null : TIME,
        health,
        auth_url: mark === null ? null : `https://budgeta.example/${mark}`,
      },
    },
    {
      ...row(ids.budget),
      kind: 'BUDGET',
      document: {
        connection_id: ids.connection,
        budgeta_id: text('budgeta_id') ?? '',
        enabled: true,
        name: text('budget') ?? '',
        currency: mark === null ? null : 'EUR',
        first_month: mark === null ? null : '2026-01-01',
        last_month: mark === null ? null : '2026-02-01',
        last_synced_at: mark === null ? null : TIME,
      },
    },
    {
      ...row(ids.account),
      kind: 'BUDGET_ACCOUNT',
      document: {
        budget_id: ids.budget,
        budgeta_id: text('budgeta_id') ?? '',
        name: text('budget account') ?? '',
        type: 'checking',
        on_budget: true,
        closed: false,
        note: text('note'),
        balance: '1.00',
        cleared_balance: '1.00',
        uncleared_balance: '0.00',
        transfer_payee_id: text('transfer_payee_id'),
        direct_import_linked: false,
        last_reconciled_at: mark === null ? null : TIME,
        health,
      },
    },
  ];
}

export function ruleOf(
  userId: number,
  id: number,
  mark: string,
  attached: Pick<EventPayload<typeof RuleUpsertedV1>['document'], 'transfer_links' | 'financial_accounts'> = {
    transfer_links: [],
    financial_accounts: [],
  },
): EventPayload<typeof RuleUpsertedV1> {
  const { document, ...rest } = RuleUpsertedV1.sample;
  const texts = marked(mark, ['name', 'description', 'disabled_reason']);
  const switchedOff = { ...texts, disabled_at: SAMPLE_TIME };
  return { ...rest, id, userId, document: { ...document, ...switchedOff, ...attached } };
}
