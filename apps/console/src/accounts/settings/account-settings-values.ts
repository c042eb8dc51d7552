import type { AccountConfigBody, FinancialAccount, UpdateAccountBody } from '@tributary/client';
import { valuesOf } from '../../elements/forms/choices';

/** The settings of an account, as its form has them. */
export interface AccountSettingsValues {
  readonly custom_name: string;
  /** Empty: UTC. */
  readonly time_zone: string;
  readonly enabled: boolean;
  readonly sync_auto: boolean;
  readonly sync_frequency_in_minutes: string;
  /** First day of history; empty for as much as the bank has. */
  readonly sync_start_date: string;
  readonly sync_balances: boolean;
  readonly sync_pending_transactions: boolean;
  readonly pending_settlement_matching: boolean;
  readonly pending_settlement_max_days: number;
  readonly fuzzy_counterparty_matching: boolean;
  readonly fuzzy_counterparty_min_chars: number;
  readonly fields_for_duplicate_filtering: string[];
  readonly enrichment: boolean;
  readonly map_payee: string;
  readonly map_description: string;
  readonly map_date: string;
}

/** The label of each setting. */
export const LABELS: Readonly<Record<keyof AccountSettingsValues, string>> = {
  custom_name: 'Name',
  time_zone: 'Time zone',
  enabled: 'Sync this account',
  sync_auto: 'Sync it by itself',
  sync_frequency_in_minutes: 'How often',
  sync_start_date: 'History from',
  sync_balances: 'Read balances',
  sync_pending_transactions: 'Read pending transactions',
  pending_settlement_matching: 'Match pending with booked transactions',
  pending_settlement_max_days: 'Days between the two at most',
  fuzzy_counterparty_matching: 'Compare names loosely',
  fuzzy_counterparty_min_chars: 'Letters that names must share',
  fields_for_duplicate_filtering: 'Fields that tell duplicates apart',
  enrichment: 'Enrich transactions with merchants',
  map_payee: 'As payee',
  map_description: 'As description',
  map_date: 'As date',
};

type DuplicateField = NonNullable<AccountConfigBody['fields_for_duplicate_filtering']>[number];

/** The fields by which duplicates can be distinguished, in the order of the form. */
export const DUPLICATE_FIELDS = valuesOf<DuplicateField>({
  booking_date: true,
  amount: true,
  currency: true,
  value_date: true,
  booking_datetime: true,
  counterparty: true,
  remittance_information: true,
  additional_information: true,
  balance_after_transaction: true,
  bank_transaction_code: true,
  end_to_end_id: true,
  entry_reference: true,
  check_id: true,
  mandate_id: true,
});

/** The usual times between two syncs, in minutes. */
export const FREQUENCIES = ['60', '180', '360', '720', '1440', '10080'] as const;

const HOUR = 60;
const DAY = 1_440;

export function frequencyText(minutes: number): string {
  if (minutes === DAY) return 'Every day';
  if (minutes % DAY === 0) return `Every ${minutes / DAY} days`;
  if (minutes === HOUR) return 'Every hour';
  if (minutes % HOUR === 0) return `Every ${minutes / HOUR} hours`;
  return `Every ${minutes} minutes`;
}

/** A setting's value as people read it. */
export function settingText(values: AccountSettingsValues, member: keyof AccountSettingsValues): string {
  const value = values[member];
  if (member === 'sync_frequency_in_minutes') return frequencyText(Number(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

export function settingsOf({
  custom_name,
  enabled,
  config,
  time_zone,
}: FinancialAccount): AccountSettingsValues {
  return {
    custom_name,
    time_zone: time_zone ?? '',
    enabled: enabled === 'true',
    sync_auto: config.sync_auto,
    sync_frequency_in_minutes: String(config.sync_frequency_in_minutes),
    sync_start_date: config.sync_start_date ?? '',
    sync_balances: config.sync_balances,
    sync_pending_transactions: config.sync_pending_transactions,
    pending_settlement_matching: config.pending_settlement_matching,
    pending_settlement_max_days: config.pending_settlement_max_days,
    fuzzy_counterparty_matching: config.fuzzy_counterparty_matching,
    fuzzy_counterparty_min_chars: config.fuzzy_counterparty_min_chars,
    fields_for_duplicate_filtering: [...config.fields_for_duplicate_filtering],
    enrichment: config.enrichment.enabled,
    map_payee: config.map_fields.payee,
    map_description: config.map_fields.description,
    map_date: config.map_fields.date,
  };
}

const SAME_NAME = [
  'sync_auto',
  'sync_balances',
  'sync_pending_transactions',
  'pending_settlement_matching',
  'pending_settlement_max_days',
  'fuzzy_counterparty_matching',
  'fuzzy_counterparty_min_chars',
] as const;

/** The body with the changed settings alone, so that changes of another tab are not overwritten. */
export function settingsChange(
  saved: AccountSettingsValues,
  wanted: AccountSettingsValues,
): UpdateAccountBody {
  const differs = (member: keyof AccountSettingsValues) =>
    JSON.stringify(saved[member]) !== JSON.stringify(wanted[member]);
  const mapped = {
    ...(differs('map_payee') ? { payee: wanted.map_payee } : {}),
    ...(differs('map_description') ? { description: wanted.map_description } : {}),
    ...(differs('map_date') ? { date: wanted.map_date } : {}),
  };
  const config: AccountConfigBody = {
    ...Object.fromEntries(SAME_NAME.filter(differs).map((member) => [member, wanted[member]])),
    ...(differs('sync_frequency_in_minutes')
      ? { sync_frequency_in_minutes: Number(wanted.sync_frequency_in_minutes) }
      : {}),
    ...(differs('sync_start_date') ? { sync_start_date: wanted.sync_start_date || null } : {}),
    ...(differs('fields_for_duplicate_filtering')
      ? { fields_for_duplicate_filtering: wanted.fields_for_duplicate_filtering.filter(isDuplicateField) }
      : {}),
    ...(differs('enrichment') ? { enrichment: { enabled: wanted.enrichment } } : {}),
    ...(Object.keys(mapped).length > 0 ? { map_fields: mapped } : {}),
  };
  return {
    ...(differs('custom_name') ? { custom_name: wanted.custom_name } : {}),
    ...(differs('time_zone') ? { time_zone: wanted.time_zone || null } : {}),
    ...(differs('enabled') ? { enabled: wanted.enabled } : {}),
    ...(Object.keys(config).length > 0 ? { config } : {}),
  };
}

function isDuplicateField(field: string): field is DuplicateField {
  return DUPLICATE_FIELDS.some((known) => known === field);
}
