import { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints pause with the grant that they were made through; grants are followed as in every service. */
export class PausedEndpoints1764110000041 implements MigrationInterface {
  name = 'PausedEndpoints1764110000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into followed_grants (grant_id, version, user_id, scopes, account_ids, expires_at, revoked)
      select grant_id, version, user_id, scopes, account_ids, expires_at, revoked from grants;
      -- The release before reads the table "grants" while both run; to be dropped once this release is everywhere.

      alter table webhook_endpoints add column paused jsonb;
      update webhook_endpoints e
         set paused = jsonb_build_object('reason', 'GRANT_ENDED', 'by', null, 'wasOn', true, 'since',
               to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from followed_grants g
       where g.grant_id = e.grant_id and g.revoked and not e.enabled;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into grants select grant_id, version, user_id, scopes, account_ids, expires_at, revoked from followed_grants
      on conflict do nothing;
      alter table webhook_endpoints drop column paused;
    `);
  }
}
