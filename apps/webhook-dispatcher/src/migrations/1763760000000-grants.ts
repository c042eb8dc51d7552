import { MigrationInterface, QueryRunner } from 'typeorm';

/** What endpoints were made through, and follow. */
export class Grants1763760000000 implements MigrationInterface {
  name = 'Grants1763760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A revoked one stays as a tombstone.
      create table grants (
        grant_id text primary key,
        version integer not null,
        user_id bigint not null,
        -- Null: every scope.
        scopes text[],
        -- Null: all of the user's accounts.
        account_ids jsonb,
        expires_at timestamptz,
        revoked boolean not null
      );
      create index grants_expires_at on grants (expires_at) where not revoked;

      alter table webhook_endpoints
        -- Null: made with the owner's own, unrestricted token.
        add column grant_id text,
        -- What was asked for; null: all that the grant has. financial_account_ids is what of it is granted.
        add column wanted_account_ids jsonb,
        -- Since when less may be read: what was made before is not sent again.
        add column narrowed_at timestamptz;
      update webhook_endpoints set wanted_account_ids = financial_account_ids;
      create index webhook_endpoints_grant_id on webhook_endpoints (grant_id) where grant_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints drop column grant_id, drop column wanted_account_ids, drop column narrowed_at;
      drop table grants;
    `);
  }
}
