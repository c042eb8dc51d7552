import { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints, what was announced so far, and deliveries with their attempts. */
export class WebhookTables1763700000000 implements MigrationInterface {
  name = 'WebhookTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINTS);
    await runner.query(ANNOUNCED);
    await runner.query(DELIVERIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table delivery_attempts, deliveries, announced_connections, announced_balances,
                 announced_transactions, accounts, sending_states, webhook_endpoints;
    `);
  }
}

const ENDPOINTS = `
  create table webhook_endpoints (
    id bigserial primary key,
    version integer not null,
    user_id bigint not null,
    url text not null,
    description text,
    enabled boolean not null,
    type text not null,
    events text[] not null,
    payload_version text not null,
    financial_account_ids jsonb,
    omit_sensitive_identifiers boolean not null,
    redact_sensitive boolean not null,
    secret text not null,
    previous_secret text,
    previous_secret_valid_until timestamptz,
    health jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create index webhook_endpoints_user_id on webhook_endpoints (user_id);

  -- Who sends to an endpoint now, and how that goes. Apart from the endpoint, whose version it must not raise.
  create table sending_states (
    endpoint_id bigint primary key references webhook_endpoints (id) on delete cascade,
    lease_owner uuid,
    lease_fence bigint not null default 0,
    lease_expires_at timestamptz not null default '-infinity',
    -- The endpoint asked for a rest (Retry-After).
    paused_until timestamptz not null default '-infinity',
    consecutive_failures integer not null default 0,
    failing_since timestamptz,
    last_attempt_at timestamptz,
    last_error text
  ) with (fillfactor = 50);
`;

const ANNOUNCED = `
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

  create table announced_connections (
    connection_id bigint primary key,
    version integer not null
  );
`;

const DELIVERIES = `
  create table deliveries (
    id bigint generated always as identity primary key,
    -- No foreign key: thousands of rows a second would each lock the endpoint's row.
    endpoint_id bigint not null,
    -- Deliveries of one lane go in order, one after another: account:17, connection:3.
    lane text not null,
    event_type text not null,
    message_id text not null unique,
    body text not null,
    body_bytes integer not null,
    traceparent text,
    status text not null default 'PENDING'
      check (status in ('PENDING', 'DELIVERED', 'FAILED', 'DISCARDED')),
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    created_at timestamptz not null default now()
  );
  create index deliveries_due on deliveries (endpoint_id, next_attempt_at, id) where status = 'PENDING';
  create index deliveries_created_at on deliveries using brin (created_at);
  -- Rows leave the index of due ones all the time: clean up early, or claims read through dead entries.
  alter table deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

  create table delivery_attempts (
    id bigint generated always as identity primary key,
    delivery_id bigint not null,
    attempted_at timestamptz not null,
    status_code integer,
    error text,
    duration_ms integer not null
  );
  create index delivery_attempts_delivery_id on delivery_attempts (delivery_id);
`;
