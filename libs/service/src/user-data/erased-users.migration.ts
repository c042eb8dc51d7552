import { MigrationInterface, QueryRunner } from 'typeorm';

/** Erased users, and the progress of erasing them. */
export class ErasedUsers1763980000001 implements MigrationInterface {
  name = 'ErasedUsers1763980000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Topics have no order among each other: late messages of an erased user are refused.
      create table erased_users (
        user_id bigint primary key,
        begun_at timestamptz not null default now(),
        rows_erased bigint not null default 0,
        erased_at timestamptz
      );
      create index erased_users_open on erased_users (user_id) where erased_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table erased_users');
  }
}
