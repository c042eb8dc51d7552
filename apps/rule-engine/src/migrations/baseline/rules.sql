-- Accounts as far as they are known here; a deleted one stays as a tombstone without its document.
create table accounts (
  id bigint primary key,
  user_id bigint not null,
  version integer not null,
  deleted boolean not null,
  -- Filled with the account's next event.
  facts json not null default '{}'
);

-- Links of transfer-engine; a deleted one stays as a tombstone.
create table transfer_links (
  id bigint primary key,
  account_id bigint not null,
  user_id bigint not null,
  version integer not null,
  deleted boolean not null,
  destination_type text not null,
  -- Active, and meant for transactions rather than for balances alone.
  carries_transactions boolean not null,
  -- The latest history version that was seen to, by a reshape or because nothing was stored; 0 for none.
  history_version integer not null,
  -- A list of scopes; null: all of them, as for links made before this was noted.
  author_scopes jsonb
);
-- A second link between the same two would carry every transaction twice.
create index transfer_links_account on transfer_links (account_id);

create table rules (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  version integer not null,
  scope text not null,
  type text not null,
  name text not null,
  description text,
  enabled boolean not null,
  migrated boolean not null,
  trigger_on_any_condition boolean not null,
  skip_other_rules_when_triggered boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Scopes, accounts and grant, as in contracts' Author; null for rules made before this was noted.
  author jsonb not null,
  paused jsonb,
  disabled_reason text,
  disabled_at timestamptz(3)
);
create index rules_user on rules (user_id);
create index rules_grant_id on rules ((author ->> 'grantId')) where (author ->> 'grantId') is not null;

create table rule_conditions (
  id bigint generated always as identity primary key,
  rule_id bigint not null references rules (id) on delete cascade,
  position integer not null,
  transaction_type text not null,
  field_name text not null,
  operator text not null,
  value text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (rule_id, position)
);

create table rule_actions (
  id bigint generated always as identity primary key,
  rule_id bigint not null references rules (id) on delete cascade,
  position integer not null,
  action_type text not null,
  field_name text,
  value text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (rule_id, position)
);

-- Positions start at 1 and have no gaps; while rules change positions they may meet, hence deferred.
create table rule_accounts (
  account_id bigint not null,
  rule_id bigint not null references rules (id) on delete cascade,
  position integer not null check (position >= 1),
  unique (account_id, position) deferrable initially deferred,
  primary key (account_id, rule_id)
);
create index rule_accounts_rule on rule_accounts (rule_id);

create table rule_transfer_links (
  transfer_link_id bigint not null,
  rule_id bigint not null references rules (id) on delete cascade,
  position integer not null check (position >= 1),
  unique (transfer_link_id, position) deferrable initially deferred,
  primary key (transfer_link_id, rule_id)
);
create index rule_transfer_links_rule on rule_transfer_links (rule_id);

-- Rules applied to stored transactions, account by account.
create table rule_applications (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  rule_id bigint not null,
  user_id bigint not null,
  dry_run boolean not null,
  status text not null default 'PENDING',
  -- In the order in which they are worked off.
  account_ids bigint[] not null,
  transactions_total integer not null,
  transactions_done integer not null default 0,
  transactions_matched integer not null default 0,
  transactions_changed integer not null default 0,
  -- Of which the rule left fields alone, because a user set them.
  transactions_locked integer not null default 0,
  -- The first changes, for people to look at.
  changes json not null default '[]',
  error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index rule_applications_open on rule_applications (rule_id) where finished_at is null;
create index rule_applications_user on rule_applications (user_id);
