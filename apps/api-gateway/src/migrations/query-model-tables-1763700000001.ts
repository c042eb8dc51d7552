import { MigrationInterface, QueryRunner } from 'typeorm';

/** A resource as its owner last told of it; without a document it is the tombstone of a deleted one. */
const RESOURCE = `
  id bigint primary key,
  version bigint not null,
  user_id bigint not null,
  deleted boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document jsonb`;

const TABLES = [
  `create table institutions (
    id bigint primary key,
    version bigint not null,
    updated_at timestamptz not null,
    document jsonb not null
  )`,
  `create table connections (${RESOURCE},
    institution_id bigint generated always as ((document->>'institution_id')::bigint) stored
  )`,
  `create table accounts (${RESOURCE},
    connection_id bigint generated always as ((document->>'financial_connection_id')::bigint) stored
  )`,
  `create table rules (${RESOURCE})`,
  `create table transfer_links (${RESOURCE},
    account_id bigint generated always as ((document->>'financial_account_id')::bigint) stored
  )`,
  `create table webhook_endpoints (${RESOURCE})`,
  `create table destinations (
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
  )`,
  `create table account_balances (
    account_id bigint primary key,
    version bigint not null,
    user_id bigint not null,
    snapshot_at timestamptz not null,
    currency text,
    cleared text,
    available text
  )`,
  `create table balance_entries (
    account_id bigint not null,
    id bigint not null,
    version bigint not null,
    user_id bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    reference_date text collate "C",
    document jsonb not null,
    primary key (account_id, id)
  )`,
  // The typed columns hold what the account's rules made of it; raw values are read from the document.
  `create table transactions (
    user_id bigint not null,
    id bigint not null,
    account_id bigint not null,
    shaped_version bigint not null,
    removed boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    booked boolean,
    currency text collate "C",
    amount numeric,
    booking_date date,
    booking_datetime timestamptz,
    value_date date,
    value_datetime timestamptz,
    quotation_date text collate "C",
    mapped_date date,
    raw jsonb,
    shaped jsonb,
    primary key (user_id, id) include (account_id, removed)
  )`,
  `create table rule_logs (
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
    primary key (user_id, id)
  )`,
  `create table transfers (
    transaction_id bigint not null,
    id bigint not null,
    version bigint not null,
    user_id bigint not null,
    account_id bigint not null,
    transfer_link_id bigint not null,
    status text not null,
    primary key (transaction_id, id)
  )`,
  `create table transfer_logs (
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
    primary key (transaction_id, id)
  )`,
];

const INDEXES = [
  'create index connections_by_user on connections (user_id)',
  'create index accounts_by_user on accounts (user_id, id)',
  'create index rules_by_user on rules (user_id)',
  'create index transfer_links_by_user on transfer_links (user_id)',
  'create index transfer_links_by_account on transfer_links (account_id)',
  'create index webhook_endpoints_by_user on webhook_endpoints (user_id)',
  'create index destinations_by_user on destinations (user_id)',
  'create index transactions_by_account on transactions (account_id, id) include (user_id, removed)',
];

/**
 * A date or time as a source wrote it, or null where it is none. The typed columns are filled by the same
 * rules; these read the raw side, which has no columns.
 */
const FUNCTIONS = [
  `create function day_or_null(value text) returns date language plpgsql stable as $$
   begin
     return case when value ~ '^\\d{4}-\\d{2}-\\d{2}$' then value::date end;
   exception when datetime_field_overflow then
     return null;
   end $$`,
  `create function instant_or_null(value text) returns timestamptz language plpgsql stable as $$
   begin
     return case
       when value ~* '^\\d{4}-.*(Z|[+-]\\d{2}:?\\d{2})$' then value::timestamptz
       when value ~ '^\\d{4}-' then (value || 'Z')::timestamptz
     end;
   exception when datetime_field_overflow or invalid_datetime_format then
     return null;
   end $$`,
];

/**
 * The query model: what REST reads, as the owners publish it. There are no foreign keys between what different
 * owners tell, because topics have no order among each other.
 */
export class QueryModelTables1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES, ...FUNCTIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table institutions, connections, accounts, rules, transfer_links, webhook_endpoints, destinations,
        account_balances, balance_entries, transactions, rule_logs, transfers, transfer_logs`,
    );
    await runner.query('drop function day_or_null, instant_or_null');
  }
}
