import { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports, and the following of erasures, are jobs like all others. An export under way begins again. */
export class UserJobs1764300000001 implements MigrationInterface {
  name = 'UserJobs1764300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from user_export_parts where export_id in (select id from user_exports where finished_at is null);
      update user_exports set service = 0, parts = 0, lines = 0, bytes = 0 where finished_at is null;
      insert into jobs (kind, key, user_id, payload)
      select 'user_exports', id::text, user_id, '{}' from user_exports where finished_at is null;
      insert into jobs (kind, key, user_id, payload)
      select 'followed_erasures', id::text, 0, '{}' from user_erasures where erased_at is null;
      alter table user_exports drop column cursor, drop column lease_until;
      alter table user_erasures drop column next_look_at;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}
