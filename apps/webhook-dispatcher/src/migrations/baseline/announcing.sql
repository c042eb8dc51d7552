-- Accounts as far as they are known here; a deleted one stays as a tombstone without its document.
create table accounts (
  id bigint primary key,
  user_id bigint not null,
  version integer not null,
  deleted boolean not null,
  connection_id bigint,
  -- Of what was announced, '' for a deleted account; previous_hash is that of the version before.
  hash text not null,
  previous_hash text,
  document jsonb,
  created_at timestamptz,
  updated_at timestamptz
);
create index accounts_connection_id on accounts (connection_id);

create table announced_transactions (
  transaction_id bigint primary key,
  account_id bigint not null,
  shaped_version integer not null,
  -- '' for a removed transaction.
  hash text not null,
  previous_hash text
) with (fillfactor = 80);

create table announced_balances (
  account_id bigint primary key,
  version integer not null,
  hash text not null,
  previous_hash text,
  available text,
  cleared text
) with (fillfactor = 80);

-- A snapshot of many positions comes in parts.
create table announced_holdings (
  account_id bigint not null,
  part integer not null,
  version integer not null,
  hash text not null,
  previous_hash text,
  primary key (account_id, part)
) with (fillfactor = 80);

create table announced_connections (
  connection_id bigint primary key,
  user_id bigint not null,
  version integer not null
);

create table announced_rules (
  rule_id bigint primary key,
  user_id bigint not null,
  version integer not null
);

-- What happened, as clients pull it: ids of one user rise in the order of commits.
create table recorded_events (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  type text not null,
  account_id bigint,
  connection_id bigint,
  data text not null,
  created_at timestamptz not null,
  rule_id bigint
);
create index recorded_events_account_id on recorded_events (account_id);
create index recorded_events_created_at on recorded_events using brin (created_at);
