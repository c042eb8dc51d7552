import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules and their attachments, the shaped state of transactions, what rules did, and what is known of others. */
export class RuleTables1763700000000 implements MigrationInterface {
  name = 'RuleTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PROJECTIONS);
    await runner.query(RULES);
    await runner.query(SHAPING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table reshapes, rule_logs, shaped_transactions, rule_transfer_links, rule_accounts,
      rule_actions, rule_conditions, rules, transfer_links, accounts`);
  }
}

const PROJECTIONS = `
  -- Accounts of ingestion-sync, as far as ownership goes; a deleted one stays as a tombstone.
  create table accounts (
    id bigint primary key,
    user_id bigint not null,
    version integer not null,
    deleted boolean not null
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
    history_version integer not null
  );
  create index transfer_links_account on transfer_links (account_id);
`;

const RULES = `
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
    updated_at timestamptz(3) not null default now()
  );
  create index rules_user on rules (user_id);

  create table rule_conditions (
    id bigint generated always as identity primary key,
    rule_id bigint not null references rules on delete cascade,
    place integer not null,
    transaction_type text not null,
    field_name text not null,
    operator text not null,
    value text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (rule_id, place)
  );

  create table rule_actions (
    id bigint generated always as identity primary key,
    rule_id bigint not null references rules on delete cascade,
    place integer not null,
    action_type text not null,
    field_name text,
    value text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (rule_id, place)
  );

  -- Positions start at 1 and have no gaps; while rules change places they may meet, hence deferred.
  create table rule_accounts (
    account_id bigint not null,
    rule_id bigint not null references rules on delete cascade,
    position integer not null check (position >= 1),
    primary key (account_id, rule_id),
    unique (account_id, position) deferrable initially deferred
  );
  create index rule_accounts_rule on rule_accounts (rule_id);

  create table rule_transfer_links (
    transfer_link_id bigint not null,
    rule_id bigint not null references rules on delete cascade,
    position integer not null check (position >= 1),
    primary key (transfer_link_id, rule_id),
    unique (transfer_link_id, position) deferrable initially deferred
  );
  create index rule_transfer_links_rule on rule_transfer_links (rule_id);
`;

const SHAPING = `
  -- Documents are json, not jsonb: nothing searches inside them, and text is cheaper to write and keeps its order.
  create table shaped_transactions (
    transaction_id bigint primary key,
    account_id bigint not null,
    user_id bigint not null,
    raw_version integer not null,
    -- raw_version and one more for each reshape: the same whichever events came twice or late.
    shaped_version integer not null,
    removed boolean not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    -- Null only for a removal that came before its transaction.
    raw json,
    -- Null where the rules of the account leave the raw document as it is.
    shaped json,
    hash text not null,
    outputs json not null,
    -- Digests of what the rules did, so that the same effect is logged once, however often it is shaped.
    effects json not null,
    check (removed or raw is not null)
  );
  create index shaped_transactions_account on shaped_transactions (account_id, transaction_id);

  create table rule_logs (
    id bigint generated always as identity primary key,
    kind text not null,
    rule_id bigint not null,
    action_id bigint,
    action_type text,
    transaction_id bigint not null,
    account_id bigint not null,
    user_id bigint not null,
    transfer_link_id bigint,
    field_name text,
    previous_value text,
    new_value text,
    error text,
    created_at timestamptz(3) not null
  );
  create index rule_logs_transaction on rule_logs (account_id, transaction_id);

  -- Jobs that shape stored transactions anew: for one link, or (null) all of it.
  create table reshapes (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    transfer_link_id bigint,
    cause text not null,
    -- Headers of the trace that asked for it.
    trace jsonb not null,
    transactions_total integer not null,
    transactions_done integer not null default 0,
    -- The last transaction that is done.
    cursor bigint not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    unique nulls not distinct (account_id, transfer_link_id)
  );
  create index reshapes_open on reshapes (id) where finished_at is null;
`;
