import { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasures of users, as whoever asked follows them. */
export class UserErasures1763990000071 implements MigrationInterface {
  name = 'UserErasures1763990000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_erasures (
        -- Nobody guesses it: it is all that one needs to follow the erasure, for tokens have ended.
        id uuid primary key default gen_random_uuid(),
        user_id bigint not null unique,
        -- The user, and those whom apps of theirs managed.
        user_ids bigint[] not null,
        -- Services that have erased all of them.
        services text[] not null default '{}',
        rows_erased bigint not null default 0,
        requested_at timestamptz not null default now(),
        next_look_at timestamptz not null default now(),
        erased_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_erasures');
  }
}
