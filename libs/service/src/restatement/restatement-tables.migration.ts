import { MigrationInterface, QueryRunner } from 'typeorm';

/** What an owner was asked to tell again, and how far it is. */
export class RestatementTables1763995000001 implements MigrationInterface {
  name = 'RestatementTables1763995000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table restatements (
        rebuild_id bigint primary key,
        -- The part that is told now, counted from 0, and where in it; {} for its beginning.
        part integer not null default 0,
        place bigint[] not null default '{}',
        messages bigint not null default 0,
        rows_told bigint not null default 0,
        -- Null until it was begun.
        rows_total bigint,
        lease_token uuid,
        lease_until timestamptz,
        requested_at timestamptz not null default now(),
        ended_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table restatements');
  }
}
