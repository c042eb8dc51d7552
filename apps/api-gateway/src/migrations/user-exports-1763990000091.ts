import { MigrationInterface, QueryRunner } from 'typeorm';

/** What is kept of users, put together for them to fetch; one at a time each. */
export class UserExports1763990000091 implements MigrationInterface {
  name = 'UserExports1763990000091';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_exports (
        id uuid primary key default gen_random_uuid(),
        user_id bigint not null unique references users on delete cascade,
        -- The service that is being asked, by its place, and where its data goes on.
        service integer not null default 0,
        cursor jsonb,
        -- Pieces that are there; whoever adds the next one must have seen this many.
        parts integer not null default 0,
        lines bigint not null default 0,
        bytes bigint not null default 0,
        lease_until timestamptz not null default '-infinity',
        requested_at timestamptz not null default now(),
        finished_at timestamptz,
        expires_at timestamptz
      );
      create table user_export_parts (
        export_id uuid not null references user_exports on delete cascade,
        place integer not null,
        -- Compressed by itself: pieces one after another are one compressed file.
        content bytea not null,
        primary key (export_id, place)
      );
      alter table user_export_parts alter column content set storage external;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_export_parts, user_exports');
  }
}
