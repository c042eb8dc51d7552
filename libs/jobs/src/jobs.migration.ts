import { MigrationInterface, QueryRunner } from 'typeorm';

/** Background work that is leased, resumable and fair among users: the same table in every service's schema. */
export class Jobs1764300000000 implements MigrationInterface {
  name = 'Jobs1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        id bigint generated always as identity primary key,
        kind text not null,
        -- What the job is about, in the words of its kind: one job for each.
        key text not null,
        -- 0: the service's own.
        user_id bigint not null,
        payload jsonb not null,
        -- Where the next step begins; null at the beginning.
        cursor jsonb,
        state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'FAILED', 'CANCELLED')),
        -- Failures since the last step that was saved.
        attempt integer not null default 0,
        -- Rises with every claim; a save that names another one is refused.
        fence bigint not null default 0,
        lease_until timestamptz,
        due_at timestamptz not null default clock_timestamp(),
        -- The last claim: users take turns.
        turn_at timestamptz,
        -- Headers of the trace that asked for it.
        trace jsonb not null default '{}',
        created_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz,
        unique (kind, key)
      );
      create index jobs_open on jobs (kind, user_id) where finished_at is null;
      create index jobs_turns on jobs (kind, user_id, turn_at);
      create index jobs_finished on jobs (finished_at) where finished_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table jobs');
  }
}
