create table institutions (
  id bigint primary key,
  version bigint not null,
  updated_at timestamptz not null,
  document jsonb not null
);

create table connections (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb,
  institution_id bigint generated always as ((document ->> 'institution_id')::bigint) stored
);
create index connections_by_user on connections (user_id);

-- Accounts as far as they are known here; a deleted one stays as a tombstone without its document.
create table accounts (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb,
  connection_id bigint generated always as ((document ->> 'financial_connection_id')::bigint) stored
);
create index accounts_by_user on accounts (user_id, id);

create table account_balances (
  account_id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  snapshot_at timestamptz not null,
  currency text,
  cleared text,
  available text
);

create table balance_entries (
  account_id bigint not null,
  id bigint not null,
  version bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reference_date text,
  document jsonb not null,
  primary key (account_id, id)
);

-- Which snapshot of an account the rows are of: older ones are not taken any more.
create table account_holdings (
  account_id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  snapshot_at timestamptz not null
);

create table holdings (
  account_id bigint not null,
  id bigint not null,
  version bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb not null,
  primary key (account_id, id)
);

create table settlements (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb not null
);
create index settlements_by_user on settlements (user_id, status, id);
create index settlements_by_account on settlements (account_id);

create table transfer_pairs (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  status text not null,
  outgoing_transaction_id bigint not null,
  outgoing_account_id bigint not null,
  incoming_transaction_id bigint not null,
  incoming_account_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb not null
);
create index transfer_pairs_by_user on transfer_pairs (user_id, status, id);

create table reprocessings (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb not null
);
create index reprocessings_by_user on reprocessings (user_id, id);

create table rules (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb
);
create index rules_by_user on rules (user_id);

-- Rules applied to stored transactions, account by account.
create table rule_applications (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb,
  rule_id bigint generated always as ((document ->> 'rule_id')::bigint) stored
);
create index rule_applications_by_rule on rule_applications (user_id, rule_id);

create table rule_logs (
  user_id bigint not null,
  id bigint not null,
  account_id bigint not null,
  rule_id bigint not null,
  transaction_id bigint not null,
  transfer_link_id bigint,
  kind text not null,
  action_id bigint,
  action_type text,
  field_name text,
  previous_value text,
  new_value text,
  error text,
  created_at timestamptz not null,
  -- The log that this one took back.
  undoes bigint,
  primary key (user_id, id)
);
create index rule_logs_by_undone on rule_logs (user_id, undoes) where undoes is not null;
create index rule_logs_by_transaction on rule_logs (transaction_id);
create index rule_logs_age on rule_logs using brin (created_at) with (autosummarize = on);

create table destinations (
  kind text not null,
  id bigint not null,
  version bigint not null,
  user_id bigint not null,
  connection_id bigint not null,
  destination_type text not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb,
  primary key (kind, id)
);
create index destinations_by_user on destinations (user_id);

-- Links of transfer-engine; a deleted one stays as a tombstone.
create table transfer_links (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb,
  account_id bigint generated always as ((document ->> 'financial_account_id')::bigint) stored
);
create index transfer_links_by_user on transfer_links (user_id);
create index transfer_links_by_account on transfer_links (account_id);

create table transfers (
  transaction_id bigint not null,
  id bigint not null,
  -- Rises with each change: a dispatcher sees by it what changed while its request was under way.
  version bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  transfer_link_id bigint not null,
  status text not null,
  destination_state text,
  primary key (transaction_id, id)
);
create index transfers_by_user on transfers (user_id, status, transaction_id);

-- Every attempt, for good.
create table transfer_logs (
  transaction_id bigint not null,
  id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  transfer_id bigint not null,
  transfer_link_id bigint not null,
  operation text not null,
  succeeded boolean not null,
  destination_transaction_id text,
  error text,
  attempted_at timestamptz not null,
  destination_type text,
  destination_id bigint,
  primary key (transaction_id, id)
);
create index transfer_logs_by_user on transfer_logs (user_id, id);
create index transfer_logs_age on transfer_logs using brin (attempted_at) with (autosummarize = on);

create table drift_checks (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  transfer_link_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb not null
);
create index drift_checks_by_link on drift_checks (user_id, transfer_link_id, id);

create table drift_differences (
  check_id bigint not null,
  place integer not null,
  user_id bigint not null,
  account_id bigint not null,
  kind text not null,
  transaction_id bigint,
  destination_transaction_id text,
  fields jsonb not null,
  sent jsonb,
  held jsonb,
  primary key (check_id, place)
);

create table webhook_endpoints (
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb
);
create index webhook_endpoints_by_user on webhook_endpoints (user_id);

create table webhook_deliveries (
  endpoint_id bigint not null,
  id bigint not null,
  version bigint not null,
  user_id bigint not null,
  account_id bigint,
  -- Of the transactions in its body.
  transaction_ids bigint[] not null,
  message_id text not null,
  event_type text not null,
  status text not null,
  attempts integer not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (endpoint_id, id)
);
create index webhook_deliveries_created_at on webhook_deliveries using brin (created_at);
create index webhook_deliveries_transaction_ids on webhook_deliveries using gin (transaction_ids);

create table webhook_attempts (
  endpoint_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  primary key (endpoint_id, delivery_id, number)
);
create index webhook_attempts_by_time on webhook_attempts (endpoint_id, attempted_at);

create table webhook_events (
  user_id bigint not null,
  id bigint not null,
  type text not null,
  account_id bigint,
  connection_id bigint,
  created_at timestamptz not null,
  -- Payload version v2 with nothing left out.
  data jsonb not null,
  rule_id bigint,
  primary key (user_id, id)
);
create index webhook_events_account_id on webhook_events (account_id);
create index webhook_events_created_at on webhook_events using brin (created_at);

-- What changed in the query model, for GET /stream: kept for some minutes. A reader reads what its last snapshot
-- did not see, so the order of commits needs no lock (docs/decisions/changes-and-stream.md#the-stream).
create table model_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- Null: what all users see.
  user_id bigint,
  -- Null: anything may have changed.
  resource text,
  -- Null: more than are named.
  ids bigint[],
  account_ids bigint[]
);
create index model_changes_by_xid on model_changes (xid);
create index model_changes_by_user on model_changes (user_id, xid);
