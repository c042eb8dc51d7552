/**
 * The ranges of the numbers in an account's config, both ends included. The account's owner, the API and the API's
 * document use them.
 */
export const ACCOUNT_CONFIG_LIMITS = {
  pending_settlement_max_days: { min: 0, max: 60 },
  fuzzy_counterparty_min_chars: { min: 0, max: 255 },
  sync_frequency_in_minutes: { min: 15, max: 7 * 24 * 60 },
} as const;

export type LimitedConfigMember = keyof typeof ACCOUNT_CONFIG_LIMITS;

/** The format of a member of `map_fields`: the path of a transaction's field, such as `creditor.name`. */
export const FIELD_PATH = /^[a-z_]+(\.[a-z_]+)*$/;
export const FIELD_PATH_LENGTH_MAX = 100;

/** The values of `enrichment.provider`; null is the built-in one. */
export const ENRICHMENT_PROVIDERS = ['LOCAL'] as const;

/** The values of `fields_for_duplicate_filtering`. */
export const DUPLICATE_FIELDS = [
  'booking_date',
  'amount',
  'currency',
  'value_date',
  'booking_datetime',
  'counterparty',
  'remittance_information',
  'additional_information',
  'balance_after_transaction',
  'bank_transaction_code',
  'end_to_end_id',
  'entry_reference',
  'check_id',
  'mandate_id',
] as const;

export type DuplicateField = (typeof DUPLICATE_FIELDS)[number];
