create table institutions (
  id bigint generated always as identity primary key,
  provider text not null,
  external_id text not null,
  version integer not null default 1,
  document jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Seen in its provider's list; some can be connected to that no list has.
  listed boolean not null default false,
  unique (provider, external_id)
);

-- When the list of a provider's institutions is to be read next.
create table institution_catalogues (
  provider text primary key,
  read_at timestamptz,
  next_read_at timestamptz not null
);

-- Keys that an administrator entered for a provider, once the provider had accepted them.
create table provider_keys (
  id bigint generated always as identity primary key,
  provider text not null unique,
  -- JSON: each key by its name.
  keys_sealed text not null,
  -- The last characters of each key that is long enough to show them.
  last_four jsonb not null,
  -- Higher with each change, so that every instance notices it.
  version bigint not null default 1,
  set_at timestamptz not null default now()
);

-- What users set for all of their accounts at an institution, as far as nothing is set for an account itself.
create table institution_configs (
  user_id bigint not null,
  institution_id bigint not null references institutions (id),
  config jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, institution_id)
);

create table connections (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  institution_id bigint not null references institutions (id),
  provider text not null,
  version integer not null default 1,
  status text not null check (status in ('PENDING', 'ACTIVE', 'EXPIRING', 'EXPIRED', 'FAILING', 'DISABLED')),
  status_message text,
  enabled boolean not null default true,
  -- What the provider calls the consent; opens nothing without our credentials.
  consent_id text not null,
  max_historical_days integer not null,
  access_valid_for_days integer not null,
  consent_expires_at timestamptz,
  -- The user's own.
  name text,
  reference text,
  account_config jsonb not null,
  accounts_last_synced_at timestamptz,
  activated_at timestamptz,
  health jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What opens the consent besides our own credentials, sealed; null where nothing else is needed.
  consent_secret text,
  region text,
  -- What the maker was granted; null: made before this was kept.
  author jsonb,
  paused jsonb,
  -- A consent that is to renew the present one is being asked for.
  setup_renewal boolean not null default false,
  -- Of any of its accounts, or what these are to start with while there is none.
  sync_balances boolean not null default true
);
create index connections_user on connections (user_id);
create index connections_consent_end on connections (consent_expires_at) where status in ('ACTIVE', 'EXPIRING', 'FAILING');
create index connections_grant_id on connections ((author ->> 'grantId')) where (author ->> 'grantId') is not null;

-- A consent that the user is being asked for, or was asked for last. The state is what the user's browser
-- brings back; only its hash is kept.
create table consent_setups (
  connection_id bigint primary key references connections (id) on delete cascade,
  state_hash text not null unique,
  consent_id text not null,
  consent_secret text,
  redirect_url text not null,
  max_historical_days integer not null,
  access_valid_for_days integer not null,
  expires_at timestamptz not null,
  -- Null while the user has not come back.
  outcome text check (outcome in ('GIVEN', 'REFUSED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index consent_setups_unfinished on consent_setups (expires_at) where outcome is null;

-- Consents that are not wanted any more, until their provider has ended them.
create table unwanted_consents (
  id bigint generated always as identity primary key,
  provider text not null,
  consent_id text not null,
  consent_secret text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  user_id bigint
);
create index unwanted_consents_user on unwanted_consents (user_id) where user_id is not null;
