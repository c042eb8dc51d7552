import { Static, Type } from '@sinclair/typebox';
import { Health } from '../../health';
import { MADE_THROUGH } from '../grant.documents';
import { Amount, Currency, IsoTime, Nullable, OneOf } from '../../scalars';

/** Providers for which an installation needs its own keys. */
export const KEYED_PROVIDERS = ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const;
export type KeyedProvider = (typeof KEYED_PROVIDERS)[number];

export const PROVIDERS = [...KEYED_PROVIDERS, 'SIMPLEFIN'] as const;
export const Provider = OneOf(PROVIDERS);
export type Provider = (typeof PROVIDERS)[number];

/** Source of an account's transactions: a provider or, by hand, the user. */
export const ACCOUNT_SOURCES = [...PROVIDERS, 'MANUAL'] as const;
export type AccountSource = (typeof ACCOUNT_SOURCES)[number];

/** The kind of an account, which decides which of its fields are filled. */
export const ACCOUNT_CATEGORIES = ['BANK', 'INVESTMENT', 'DEPOSIT', 'LOC'] as const;
export type AccountCategory = (typeof ACCOUNT_CATEGORIES)[number];

export const CONNECTION_STATUSES = [
  'PENDING',
  'ACTIVE',
  'EXPIRING',
  'EXPIRED',
  'FAILING',
  'DISABLED',
] as const;
/** Maximum number of connections of a user. No person has more; apps create a user for each of their users. */
export const CONNECTIONS_PER_USER_MAX = 200;

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const CONNECTION_EVENTS = [
  'connection.created',
  'connection.activated',
  'connection.reauthorized',
  'connection.expiring',
  'connection.expired',
  'connection.failing',
  'connection.recovered',
  'connection.disabled',
  'connection.deleted',
] as const;
export type ConnectionEvent = (typeof CONNECTION_EVENTS)[number];

const textOrNull = Nullable(Type.String());

export const InstitutionDocument = Type.Object({
  integrator: Provider,
  region: textOrNull,
  country: textOrNull,
  /** All countries that it serves; `country` is the first. */
  countries: Type.Optional(Type.Array(Type.String())),
  name: Type.String(),
  bic: textOrNull,
  external_id: Type.String(),
  logo: textOrNull,
  /** The institution's own address on the web, where the provider reports one. */
  url: Type.Optional(textOrNull),
  supported: Type.Boolean(),
  supports_pending_transactions: Type.Boolean(),
  supports_card_accounts: Type.Boolean(),
  max_historical_days: Type.Integer(),
  max_access_valid_for_days: Type.Integer(),
  supported_products: Type.Array(Type.String()),
  category: textOrNull,
});
export type InstitutionDocument = Static<typeof InstitutionDocument>;

export const ConnectionDocument = Type.Object({
  institution_id: Type.Integer(),
  region: textOrNull,
  enabled: Type.Boolean(),
  status: OneOf(CONNECTION_STATUSES),
  status_message: textOrNull,
  /** Whether the balances of any of its accounts are synced. */
  sync_balances: Type.Boolean(),
  supports_reauthorization: Type.Boolean(),
  /** Whether its accounts can be changed now, by a new consent. */
  supports_manage: Type.Boolean(),
  max_historical_days: Type.Integer(),
  access_valid_for_days: Type.Integer(),
  consent_expires_at: Nullable(IsoTime),
  /** Name that the user set. */
  name: Type.Optional(textOrNull),
  reference: textOrNull,
  accounts_last_synced_at: Nullable(IsoTime),
  setup_pending: Type.Boolean(),
  /** A renewal of the consent is pending. Whether the present consent has ended shows in the status. */
  setup_renewal: Type.Boolean(),
  activated_at: Nullable(IsoTime),
  health: Health,
  ...MADE_THROUGH,
});
export type ConnectionDocument = Static<typeof ConnectionDocument>;

/** Settings of an account's sync, and the mapping of its raw fields to the friendly ones. */
export const AccountConfig = Type.Object({
  map_fields: Type.Object({ payee: Type.String(), description: Type.String(), date: Type.String() }),
  enrichment: Type.Object({ enabled: Type.Boolean(), provider: textOrNull, country: textOrNull }),
  sync_start_date: textOrNull,
  sync_auto: Type.Boolean(),
  sync_pending_transactions: Type.Boolean(),
  pending_settlement_matching: Type.Boolean(),
  pending_settlement_max_days: Type.Integer(),
  fuzzy_counterparty_matching: Type.Boolean(),
  fuzzy_counterparty_min_chars: Type.Integer(),
  sync_balances: Type.Boolean(),
  sync_frequency_in_minutes: Type.Integer(),
  fields_for_duplicate_filtering: Type.Array(Type.String()),
});
export type AccountConfig = Static<typeof AccountConfig>;

/** The requested changes. Absent members do not change. */
export const AccountConfigChange = Type.Partial(
  Type.Object({
    ...AccountConfig.properties,
    map_fields: Type.Partial(AccountConfig.properties.map_fields),
    enrichment: Type.Partial(AccountConfig.properties.enrichment),
  }),
);
export type AccountConfigChange = Static<typeof AccountConfigChange>;

export const Money = Type.Object({ amount: Amount, currency: Currency });
export type Money = Static<typeof Money>;

/** Time of an account's next sync, and the effect of the daily allowance on it. */
export const AccountSyncPlan = Type.Object({
  /** Time of the next regular sync; null if the account is synced on request only. */
  next_sync_at: Type.Optional(Nullable(IsoTime)),
  /** The earliest time of the next call for transactions; null if it is possible now. */
  next_allowed_at: Nullable(IsoTime),
  /** Time at which the history will be complete at the current allowance; null if it is complete, or if that is unknown. */
  backfill_completes_at: Nullable(IsoTime),
});
export type AccountSyncPlan = Static<typeof AccountSyncPlan>;

/** The provider's balance, compared with the booked transactions; amounts count from `since`. */
export const Reconciliation = Type.Object({
  currency: Currency,
  since: IsoTime,
  checked_at: IsoTime,
  balance_change: Amount,
  transactions_total: Amount,
  /** `balance_change` less `transactions_total`: zero if every transaction is stored once. */
  difference: Amount,
});
export type Reconciliation = Static<typeof Reconciliation>;

/** Maximum length of the name of a time zone; no name is longer. */
export const TIME_ZONE_LENGTH_MAX = 64;
const TimeZone = Type.String({ maxLength: TIME_ZONE_LENGTH_MAX });

/** A financial account without what REST embeds in it (connection, rules, links). */
export const AccountDocument = Type.Object({
  /** Null for a manual account. */
  financial_connection_id: Nullable(Type.Integer()),
  config: AccountConfig,
  health: Health,
  enabled: Type.Boolean(),
  integrator: OneOf(ACCOUNT_SOURCES),
  account_category: textOrNull,
  raw_type: textOrNull,
  cash_balance: Nullable(Money),
  total_balance: Nullable(Money),
  meta: textOrNull,
  account_number_masked: textOrNull,
  name: textOrNull,
  custom_name: textOrNull,
  display_name: textOrNull,
  bban: textOrNull,
  scan: textOrNull,
  iban: textOrNull,
  bic: textOrNull,
  owner_name: textOrNull,
  owner_address: textOrNull,
  currency: textOrNull,
  product_name: textOrNull,
  cash_account_type: textOrNull,
  account_usage: textOrNull,
  linked_accounts: textOrNull,
  details: textOrNull,
  msisdn: textOrNull,
  integrator_id: textOrNull,
  institution_id: textOrNull,
  details_last_synced_at: Nullable(IsoTime),
  transactions_last_synced_at: Nullable(IsoTime),
  balances_last_synced_at: Nullable(IsoTime),
  transactions_backfill_cursor: textOrNull,
  /** Number of rows of the bank that were set aside because they could not be read. */
  unread_rows: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The IANA name of the zone in which moments are days; null: UTC, until it is chosen. */
  time_zone: Type.Optional(Nullable(TimeZone)),
  sync: Type.Optional(AccountSyncPlan),
  reconciliation: Type.Optional(Nullable(Reconciliation)),
});
export type AccountDocument = Static<typeof AccountDocument>;

/** The types of booked balances, the best first, by the names of the Berlin Group and the ISO codes for the same thing. */
export const CLEARED_BALANCE_TYPES = [
  ['interimBooked', 'ITBD'],
  ['closingBooked', 'CLBD'],
  ['interimAvailable', 'ITAV'],
  ['expected', 'XPCD'],
] as const;

export const BalanceDocument = Type.Object({
  amount: Amount,
  currency: Currency,
  type: Type.String(),
  category: textOrNull,
  reference_date: textOrNull,
  credit_limit_included: Type.Optional(Nullable(Type.Boolean())),
  last_committed_transaction_entry_ref: textOrNull,
  integrator_last_changed_at: textOrNull,
});
export type BalanceDocument = Static<typeof BalanceDocument>;
