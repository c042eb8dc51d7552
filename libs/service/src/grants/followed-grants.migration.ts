import { MigrationInterface, QueryRunner } from 'typeorm';

/** The grants that the service's resources were made through, and pause with. */
export class FollowedGrants1764110000000 implements MigrationInterface {
  name = 'FollowedGrants1764110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An ended one stays as a tombstone.
      create table followed_grants (
        grant_id text primary key,
        -- 0: known from a request alone, and not published yet.
        version integer not null,
        user_id bigint not null,
        -- Null: every scope.
        scopes text[],
        -- Null: all of the user's accounts.
        account_ids jsonb,
        expires_at timestamptz,
        revoked boolean not null,
        name text
      );
      create index followed_grants_expires_at on followed_grants (expires_at) where not revoked;
      create index followed_grants_user_id on followed_grants (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table followed_grants');
  }
}
