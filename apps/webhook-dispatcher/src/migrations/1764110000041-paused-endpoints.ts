import { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = 'grant_id, version, user_id, scopes, account_ids, expires_at, revoked';

/**
 * Endpoints pause with the grant that they were made through; grants are followed as in every service. The release before
 * goes on with its own table of them while it is replaced: what either hears of reaches both.
 */
export class PausedEndpoints1764110000041 implements MigrationInterface {
  name = 'PausedEndpoints1764110000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into followed_grants (${COLUMNS}) select ${COLUMNS} from grants;
      ${copying('grants', 'followed_grants')}
      ${copying('followed_grants', 'grants')}

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
      drop function copy_to_followed_grants() cascade;
      drop function copy_to_grants() cascade;
      alter table webhook_endpoints drop column paused;
    `);
  }
}

function copying(from: string, to: string): string {
  return `
    create function copy_to_${to}() returns trigger language plpgsql as $copy$
    begin
      insert into ${to} (${COLUMNS})
      values (new.grant_id, new.version, new.user_id, new.scopes, new.account_ids, new.expires_at, new.revoked)
      on conflict (grant_id) do update
        set (${COLUMNS}) = row (excluded.grant_id, excluded.version, excluded.user_id, excluded.scopes,
              excluded.account_ids, excluded.expires_at, excluded.revoked)
      where ${to}.version <= excluded.version;
      return null;
    end $copy$;
    create trigger copy_to_${to} after insert or update on ${from} for each row
      when (pg_trigger_depth() = 0) execute function copy_to_${to}();`;
}
