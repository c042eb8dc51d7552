import { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers to requests that came with an `Idempotency-Key`, and the claims of those that are under way. */
export class KeptAnswers1764010000083 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        user_id bigint not null references users (id) on delete cascade,
        key_hash bytea not null,
        -- Sealed: what of the request has to be the same again; and the answer, once there is one.
        request text not null,
        answer text,
        claim uuid not null,
        claimed_until timestamptz not null,
        created_at timestamptz not null default now(),
        primary key (user_id, key_hash)
      )`);
    await runner.query('create index idempotency_keys_by_time on idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency_keys');
  }
}
