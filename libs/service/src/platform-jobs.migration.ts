import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators' requests, replays and erasures are jobs like all others. A replay under way is not kept: the query model's
 * rebuild begins again after an upgrade in any case.
 */
export class PlatformJobs1764300000003 implements MigrationInterface {
  name = 'PlatformJobs1764300000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload)
      select 'operator_requests', id::text, 0, '{}' from operator_requests where ended_at is null;
      insert into jobs (kind, key, user_id, payload)
      select 'user_erasures', user_id::text, 0, '{}' from erased_users where erased_at is null;
      alter table operator_requests drop column lease_until;
      alter table erased_users drop column older_than, drop column was_clean, drop column next_look_at;
      drop table if exists restatements;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}
