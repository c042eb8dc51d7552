import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rotated secrets, what a token may read, deliveries sent again, recoveries, and the events as clients pull them. */
export class DeliveriesAtLength1763730000000 implements MigrationInterface {
  name = 'DeliveriesAtLength1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINTS);
    await runner.query(DELIVERIES);
    await runner.query(EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table announced_holdings, recorded_events, recoveries, erasures;
      drop index deliveries_endpoint_id;
      alter table deliveries drop column version, drop column earlier_attempts;
      alter table webhook_endpoints drop column retired_secrets, drop column granted_scopes;
      alter table sending_states drop column last_success_at;
    `);
  }
}

const ENDPOINTS = `
  alter table webhook_endpoints
    -- [{secret, valid_until}], sealed: they sign beside the present one. (previous_secret is not used any more.)
    add column retired_secrets jsonb not null default '[]',
    -- Of the token that registered it; null: all.
    add column granted_scopes text[];

  alter table sending_states add column last_success_at timestamptz;

  -- Endpoints that are gone, and what of theirs is still to be erased.
  create table erasures (endpoint_id bigint primary key);
`;

const DELIVERIES = `
  alter table deliveries
    add column version integer not null default 0,
    -- Attempts before it was sent again by hand: the schedule of retries begins anew after them.
    add column earlier_attempts integer not null default 0;
  create index deliveries_endpoint_id on deliveries (endpoint_id, id);

  -- What of an endpoint's deliveries is to be sent again, taken up piece by piece.
  create table recoveries (
    id bigint generated always as identity primary key,
    endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
    since timestamptz not null,
    until timestamptz not null,
    -- Deliveries up to this one are done.
    done_to bigint not null default 0,
    created_at timestamptz not null default now()
  );
  create index recoveries_endpoint_id on recoveries (endpoint_id);
`;

const EVENTS = `
  -- What happened, as clients pull it: ids of one user rise in the order of commits.
  create table recorded_events (
    id bigint generated always as identity primary key,
    user_id bigint not null,
    type text not null,
    account_id bigint,
    connection_id bigint,
    data text not null,
    created_at timestamptz not null
  );
  create index recorded_events_account_id on recorded_events (account_id);
  create index recorded_events_created_at on recorded_events using brin (created_at);

  -- A snapshot of many positions comes in parts.
  create table announced_holdings (
    account_id bigint not null,
    part integer not null,
    version integer not null,
    hash text not null,
    previous_hash text,
    primary key (account_id, part)
  ) with (fillfactor = 80);
`;
