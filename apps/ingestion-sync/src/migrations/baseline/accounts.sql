create table financial_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- Null where the user keeps the account by hand.
  connection_id bigint references connections (id),
  provider text not null,
  -- What the provider calls the account under the present consent; may change with the next one.
  external_id text not null,
  -- What stays the same over consents; see accounts/account-identity.ts.
  identity_key text not null,
  version integer not null default 1,
  enabled boolean not null default true,
  profile jsonb not null,
  -- What applies, and what of it was set for the account itself; the rest is its institution's, or the default.
  config jsonb not null,
  own_config jsonb not null default '{}',
  health jsonb not null,
  details_synced_at timestamptz,
  balances_synced_at timestamptz,
  transactions_synced_at timestamptz,
  -- The newest day up to which transactions were loaded without a gap.
  covered_to date,
  history_state text not null default 'NEW' check (history_state in ('NEW', 'LOADING', 'COMPLETE')),
  -- The earliest day loaded, while older history is missing.
  backfill_cursor date,
  -- Why the backfill ended, where it did not simply reach its limit.
  history_end_reason text,
  balance_version integer not null default 0,
  balance_digest text,
  -- Null: not scheduled.
  next_sync_at timestamptz,
  sync_requested_at timestamptz,
  -- When the daily allowance lets transactions be asked for again, where it is used up.
  next_allowed_at timestamptz,
  fence bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The mark that the next reading goes on from, at providers that are read so.
  sync_cursor text,
  custom_name text,
  -- Whether the connection's present consent covers it: it is not asked for otherwise.
  covered boolean not null default true,
  backfill_completes_at timestamptz,
  reconciliation jsonb,
  enrichment_due_at timestamptz,
  cash_balance jsonb,
  total_balance jsonb,
  holdings_synced_at timestamptz,
  holdings_version integer not null default 0,
  holdings_digest text,
  -- From the request for a sync until that begins.
  present_user_sealed text,
  -- {snapshotAt, currency, cleared, available}; null until the next reading of its balances.
  balances_published jsonb,
  holdings_published_at timestamptz(3),
  unique (user_id, identity_key),
  check ((connection_id is null) = (provider = 'MANUAL'))
) with (fillfactor = 60);
create index financial_accounts_user on financial_accounts (user_id);
create index financial_accounts_due on financial_accounts (next_sync_at) where enabled;
create index financial_accounts_connection on financial_accounts (connection_id, next_sync_at);
create index financial_accounts_enrichment on financial_accounts (enrichment_due_at) where enrichment_due_at is not null;

-- What the institution still grants, per account and resource, until reset_at.
create table allowances (
  account_id bigint not null references financial_accounts (id) on delete cascade,
  resource text not null check (resource in ('details', 'balances', 'holdings', 'transactions')),
  call_limit integer not null,
  used integer not null,
  reset_at timestamptz,
  -- Set by a refusal: no call before then.
  blocked_until timestamptz,
  primary key (account_id, resource)
) with (fillfactor = 60);

-- Accounts that the user removed from a connection: a renewed consent does not bring them back.
create table removed_accounts (
  connection_id bigint not null references connections (id) on delete cascade,
  identity_hash text not null,
  removed_at timestamptz not null default now(),
  primary key (connection_id, identity_hash)
);

create table balances (
  id bigint generated always as identity primary key,
  account_id bigint not null references financial_accounts (id) on delete cascade,
  type text not null,
  currency text not null,
  reference_day date not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, type, currency, reference_day)
);

create table holdings (
  id bigint generated always as identity primary key,
  account_id bigint not null references financial_accounts (id) on delete cascade,
  -- What the position goes by at its provider, and which of several that go by the same.
  position_key text not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, position_key)
);
