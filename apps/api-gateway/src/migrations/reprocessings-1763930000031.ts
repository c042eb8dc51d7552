import { MigrationInterface, QueryRunner } from 'typeorm';

/** Kept provider rows that are read again: how far that is. */
export class Reprocessings1763930000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reprocessings (
        id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        deleted boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb not null
      );
      create index reprocessings_by_user on reprocessings (user_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reprocessings');
  }
}
