import { MigrationInterface, QueryRunner } from 'typeorm';

/** Users that are erased, and how far that is. Some services had a table of their own for it before. */
export class ErasedUsers1763980000001 implements MigrationInterface {
  name = 'ErasedUsers1763980000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists erased_users (user_id bigint primary key);
      -- Where there was such a column, it is not written any more.
      do $$ begin
        alter table erased_users alter column version drop not null;
      exception when undefined_column then null;
      end $$;
      alter table erased_users
        add column begun_at timestamptz not null default now(),
        -- Transactions that are older than this may not have seen that the user is gone.
        add column older_than timestamptz,
        -- Everything was looked through once, and nothing was found.
        add column was_clean boolean not null default false,
        add column rows_erased bigint not null default 0,
        add column next_look_at timestamptz not null default now(),
        add column erased_at timestamptz;
      create index erased_users_open on erased_users (user_id) where erased_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index erased_users_open;
      alter table erased_users drop column begun_at, drop column older_than, drop column was_clean,
        drop column rows_erased, drop column next_look_at, drop column erased_at;
    `);
  }
}
