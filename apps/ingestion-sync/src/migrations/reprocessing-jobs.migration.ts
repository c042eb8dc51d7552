import { MigrationInterface, QueryRunner } from 'typeorm';

/** Reprocessings are jobs like all others; how far they are is kept with the job. */
export class ReprocessingJobs1764300000001 implements MigrationInterface {
  name = 'ReprocessingJobs1764300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload, cursor, trace, created_at, due_at)
      select 'reprocessings', id::text, user_id, jsonb_build_object('accountIds', account_ids),
             jsonb_build_object('account', account_place - 1, 'after', cursor), trace, created_at,
             coalesce(lease_until, clock_timestamp())
        from reprocessings where finished_at is null
      on conflict (kind, key) do nothing;
      alter table reprocessings drop column trace, drop column account_place, drop column cursor,
        drop column lease_token, drop column lease_until;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reprocessings
        add column trace jsonb not null default '{}',
        add column account_place integer not null default 1,
        add column cursor bigint not null default 0,
        add column lease_token uuid,
        add column lease_until timestamptz;
    `);
  }
}
