import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rebuilds of the query model are ended by jobs. */
export class RebuildJobs1764300000002 implements MigrationInterface {
  name = 'RebuildJobs1764300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload)
      select 'query_model_rebuilds', id::text, 0, '{}' from query_model_rebuilds where state = 'FILLING';
      alter table query_model_rebuilds drop column lease_until;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}
