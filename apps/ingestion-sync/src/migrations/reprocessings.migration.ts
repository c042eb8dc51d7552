import { MigrationInterface, QueryRunner } from 'typeorm';

/** Kept rows that are read again with the mapping of now. */
export class Reprocessings1763920000000 implements MigrationInterface {
  name = 'Reprocessings1763920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reprocessings (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
        -- In the order in which they are worked off.
        account_ids bigint[] not null,
        transactions_total integer not null,
        transactions_done integer not null default 0,
        transactions_changed integer not null default 0,
        -- Rows that the mapping of now cannot read, or takes for something else: they stay as they are.
        transactions_unreadable integer not null default 0,
        error text,
        -- Headers of the trace that asked for it.
        trace jsonb not null,
        -- The account that is worked on (1-based place), and its last transaction that is done.
        account_place integer not null default 1,
        cursor bigint not null default 0,
        lease_token uuid,
        lease_until timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index reprocessings_open on reprocessings (id) where finished_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reprocessings');
  }
}
