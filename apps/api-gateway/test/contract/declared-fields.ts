/**
 * The fields of the interface's resources and their declared types, written down from the interface document and
 * not from this gateway's schemas: a member that the interface does not have is not listed here. `!` marks a field that a transaction always has; other resources always have all
 * their fields. `open` is a field whose type the interface leaves open: a text or null. `inner` is one with members
 * of its own types. `relation` is a resource that is embedded only where the endpoint shows it. A `[]` stands for
 * every item of a list.
 */
export type DeclaredType =
  | 'string'
  | 'string|null'
  | 'number|null'
  | 'string|0'
  | 'integer'
  | 'boolean'
  | 'object'
  | 'object|null'
  | 'array'
  | 'open'
  | 'inner'
  | 'relation';

export type DeclaredFields = Readonly<Record<string, DeclaredType | `${DeclaredType}!`>>;

const strings = (prefix: string, names: string): DeclaredFields =>
  Object.fromEntries(names.split(' ').map((name) => [`${prefix}${name}`, 'string' as const]));

const open = (names: string): DeclaredFields =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'open' as const]));

const HEALTH: DeclaredFields = {
  health: 'object',
  'health.status': 'inner',
  'health.integrator_message': 'inner',
  'health.failure_count': 'inner',
  'health.transient_message': 'inner',
  'health.transient_failure_count': 'inner',
  'health.last_attempt_at': 'inner',
};

export const TRANSACTION: DeclaredFields = {
  id: 'string!',
  financial_account_id: 'string!',
  financial_account: 'object|null',
  failed_transfers: 'string',
  attempted_transfers: 'string',
  amount: 'string!',
  currency: 'string!',
  booked: 'string!',
  mapped_fields: 'object!',
  'mapped_fields.date': 'inner!',
  enriched: 'object|null', // null where it is asked for and there is none
  booking_date: 'string|null!',
  booking_datetime: 'string!',
  value_date: 'string|null!',
  value_datetime: 'string!',
  debtor: 'object',
  ...strings('debtor.', 'name bban iban pan masked_pan msisdn currency agent'),
  creditor: 'object',
  ...strings('creditor.', 'name bban iban id pan masked_pan msisdn currency agent'),
  ...strings('', 'ultimate_debtor ultimate_creditor'),
  remittance_information: 'object',
  ...strings('remittance_information.', 'structured structured_array unstructured unstructured_array'),
  ...strings('', 'additional_data_structured additional_information additional_information_structured'),
  balance_after_transaction: 'string',
  codes: 'object',
  ...strings(
    'codes.',
    'bank_transaction_code merchant_category_code proprietary_bank_transaction_code purpose_code',
  ),
  currency_exchange: 'object',
  ...strings(
    'currency_exchange.',
    'source_currency exchange_rate unit_currency target_currency quotation_date contract_identification',
  ),
  external_identifiers: 'object',
  ...strings(
    'external_identifiers.',
    'institution_transaction_id integrator_transaction_id end_to_end_id entry_reference check_id mandate_id',
  ),
  transfer_logs: 'array',
  created_at: 'string!',
  updated_at: 'string!',
};

/** Members of `trade` and `enriched`; all are required within them. */
export const TRADE: DeclaredFields = {
  activity_type: 'string|null',
  units: 'string',
  price_per_unit: 'number|null',
  fees: 'string',
  fx_rate: 'string|null',
  external_reference_id: 'string',
  instrument: 'object',
  ...strings('instrument.', 'symbol name exchange figi_code'),
  'instrument.type': 'string|null',
  option: 'object|null',
  ...strings('option.', 'ticker type strike_price underlying_symbol'),
  'option.expiration_date': 'string|null',
};

export const ENRICHED: DeclaredFields = {
  provider: 'string',
  counterparty: 'object',
  ...strings('counterparty.', 'name logo_url website mccs'),
  intermediary: 'object',
  ...strings('intermediary.', 'name logo_url website mccs'),
  category_general: 'string',
  location: 'object',
  ...strings('location.', 'raw_address google_maps_url apple_maps_url'),
  ...strings('', 'certainty_score is_subscription is_personal'),
};

export const FINANCIAL_ACCOUNT: DeclaredFields = {
  ...strings('', 'id financial_connection_id'),
  financial_connection: 'relation',
  config: 'object',
  ...Object.fromEntries(
    [
      'map_fields map_fields.payee map_fields.description map_fields.date enrichment enrichment.enabled',
      'enrichment.provider enrichment.country sync_start_date sync_auto sync_pending_transactions',
      'pending_settlement_matching pending_settlement_max_days fuzzy_counterparty_matching',
      'fuzzy_counterparty_min_chars sync_balances sync_frequency_in_minutes',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [`config.${name}`, 'inner' as const]),
  ),
  'config.fields_for_duplicate_filtering': 'array',
  ...HEALTH,
  ...strings('', 'enabled integrator'),
  account_category: 'string|null',
  raw_type: 'string|null',
  cash_balance: 'object|null',
  ...strings('cash_balance.', 'amount currency'),
  total_balance: 'object|null',
  ...strings('total_balance.', 'amount currency'),
  meta: 'string',
  account_number_masked: 'string|null',
  ...strings(
    '',
    'name custom_name display_name bban scan iban bic owner_name owner_address currency product_name ' +
      'cash_account_type account_usage linked_accounts details msisdn integrator_id institution_id ' +
      'details_last_synced_at transactions_last_synced_at balances_last_synced_at',
  ),
  transactions_backfill_cursor: 'string|null',
  time_zone: 'string|null',
  balance: 'object',
  'balance.available': 'string|0',
  'balance.cleared': 'string|0',
  rules: 'array',
  'rules[].order': 'integer',
  'rules[].rule': 'object',
  transfer_links: 'array',
  ...strings('', 'transfer_links_count created_at updated_at'),
};

export const FINANCIAL_CONNECTION: DeclaredFields = {
  ...open('id institution_id region enabled status status_message sync_balances'),
  supports_reauthorization: 'boolean',
  supports_manage: 'boolean',
  ...open('max_historical_days access_valid_for_days consent_expires_at reference accounts_last_synced_at'),
  setup_pending: 'boolean',
  ...open('setup_renewal activated_at created_at updated_at'),
  institution: 'relation',
  ...HEALTH,
  ...open('financial_accounts_count'),
};

export const INSTITUTION: DeclaredFields = {
  ...open('id integrator region country name bic external_id logo supported supports_pending_transactions'),
  ...open('supports_card_accounts max_historical_days max_access_valid_for_days'),
  supported_products: 'inner',
  ...open('category updated_at'),
};

export const BALANCE_ENTRY: DeclaredFields = strings(
  '',
  'id financial_account_id amount currency type category reference_date credit_limit_included ' +
    'last_committed_transaction_entry_ref integrator_last_changed_at created_at updated_at',
);

export const TRANSFER_LINK: DeclaredFields = {
  ...strings('', 'id financial_account_id'),
  financial_account: 'object',
  ...strings('', 'destination_type destination_id'),
  destination: 'object|null',
  transfer_start_date: 'string|null', // null: the whole history, as an update may say
  ...strings('', 'active sync_mode'),
  on_booked_change: 'object',
  'on_booked_change.update_status': 'inner',
  'on_booked_change.update_payee': 'inner',
  'on_booked_change.update_description': 'inner',
  'on_booked_change.update_amount': 'inner',
  rules: 'array',
  'rules[].order': 'integer',
  'rules[].rule': 'object',
  ...strings('', 'created_at updated_at'),
};

export const BUDGETA_ACCOUNT: DeclaredFields = {
  ...open(
    'id budget_id budgeta_id name type on_budget closed note balance cleared_balance uncleared_balance',
  ),
  ...open('transfer_payee_id direct_import_linked last_reconciled_at created_at updated_at'),
  ...HEALTH,
  transfer_links: 'array',
};

export const BUDGET: DeclaredFields = {
  ...open('id connection_id budgeta_id enabled name currency first_month last_month last_synced_at'),
  ...open('created_at updated_at'),
  accounts: 'array',
};

export const BUDGETA_CONNECTION: DeclaredFields = {
  ...open('id name enabled sync_balances budgeta_user_id'),
  budgets: 'array',
  ...open('last_synced_at created_at updated_at'),
  ...HEALTH,
  ...open('auth_url'),
};

export const RULE: DeclaredFields = {
  ...open('id scope type name description enabled disabled_reason disabled_at migrated'),
  ...open('trigger_on_any_condition'),
  ...open('skip_other_rules_when_triggered created_at updated_at'),
  compatible_destinations: 'array',
  ...open('output_compatible'),
  conditions: 'array',
  ...Object.fromEntries(
    Object.entries(
      open('id transaction_type field_name operator value created_at updated_at rules_count'),
    ).map(([name, type]) => [`conditions[].${name}`, type]),
  ),
  ...open('conditions_count'),
  actions: 'array',
  ...Object.fromEntries(
    Object.entries(open('id order action_type field_name value created_at updated_at rules_count')).map(
      ([name, type]) => [`actions[].${name}`, type],
    ),
  ),
  ...open('actions_count'),
  transfer_links: 'array',
  'transfer_links[].rule_position': 'integer',
  'transfer_links[].transfer_link': 'object',
  financial_accounts: 'array',
  'financial_accounts[].rule_position': 'integer',
  'financial_accounts[].financial_account': 'object',
  ...open('financial_accounts_count transfer_links_count'),
};

/** Its flags are booleans, as in the request that makes it. */
export const WEBHOOK_ENDPOINT: DeclaredFields = {
  ...open('id url description'),
  enabled: 'boolean',
  ...open('type'),
  omit_sensitive_identifiers: 'boolean',
  events: 'array',
  ...open('payload_version created_at updated_at'),
  financial_accounts: 'inner',
  ...HEALTH,
  ...open('secret'),
};

export const ENVELOPE: DeclaredFields = {
  data: 'array',
  links: 'object',
  'links.first': 'string|null',
  'links.last': 'string|null',
  'links.prev': 'string|null',
  'links.next': 'string|null',
  meta: 'object',
  'meta.current_page': 'integer',
  'meta.from': 'inner',
  'meta.last_page': 'integer',
  'meta.links': 'array',
  'meta.links[].url': 'string|null',
  'meta.links[].label': 'string',
  'meta.links[].active': 'boolean',
  'meta.path': 'string|null',
  'meta.per_page': 'integer',
  'meta.to': 'inner',
  'meta.total': 'integer',
};
