import { MigrationInterface, QueryRunner } from 'typeorm';

/** History and balances of links, retry and undo of transfers, drift checks. */
export class TransferWork1763900000081 implements MigrationInterface {
  name = 'TransferWork1763900000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TRANSFERS);
    await runner.query(LINKS);
    await runner.query(BALANCES);
    await runner.query(DRIFT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table drift_checks, balance_writes, erased_users;
      alter table transfer_links drop column balance, drop column history_shaped_at, drop column history;
      drop index transfers_link;
      alter table transfers drop column locked_there, drop column ended_by`);
  }
}

const TRANSFERS = `
  alter table transfers
    -- Why the row at the destination is to go, or is gone.
    add column ended_by text check (ended_by in ('removed', 'undone', 'user')),
    -- The user has reconciled it there.
    add column locked_there boolean not null default false;
  -- What a link carries, by state: progress, retries, drift.
  create index transfers_link on transfers (link_id, state, id);
`;

const LINKS = `
  alter table transfer_links
    -- How far the link is with its account's history, as others see it; null: it never took one.
    add column history jsonb,
    -- When the rules were through with it.
    add column history_shaped_at timestamptz,
    -- The last balance that it was to write, as others see it.
    add column balance jsonb;
  create index transfer_links_history on transfer_links (id)
    where history ->> 'state' in ('WAITING', 'SHAPING', 'CARRYING') and not deleted;
  -- Users that are gone: nothing of them is taken any more.
  create table erased_users (user_id bigint primary key, version bigint not null);
`;

const BALANCES = `
  -- The balance that a link is to write: one at a time, a newer snapshot takes the place of one that still waits.
  create table balance_writes (
    link_id bigint primary key references transfer_links,
    unit_id bigint not null,
    snapshot_version bigint not null,
    snapshot jsonb not null,
    state text not null check (state in ('PENDING', 'WRITTEN', 'FAILED')),
    attempts integer not null default 0,
    due_at timestamptz not null default now()
  );
  create index balance_writes_pending on balance_writes (due_at) where state = 'PENDING';
`;

const DRIFT = `
  create table drift_checks (
    id bigint generated always as identity primary key,
    link_id bigint not null,
    user_id bigint not null,
    version bigint not null default 1,
    document jsonb not null,
    -- A check that was cut off is done again from its beginning.
    lease_until timestamptz not null default '-infinity',
    attempts integer not null default 0,
    finished boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index drift_checks_open on drift_checks (id) where not finished;
`;
