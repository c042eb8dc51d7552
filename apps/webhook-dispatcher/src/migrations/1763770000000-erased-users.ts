import { MigrationInterface, QueryRunner } from 'typeorm';

/** Users that were erased. An erasure reads whole tables: indexes for it would cost every event that is taken. */
export class ErasedUsers1763770000000 implements MigrationInterface {
  name = 'ErasedUsers1763770000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Topics have no order among each other: what comes late of an erased user is not taken.
      create table erased_users (user_id bigint primary key);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table erased_users');
  }
}
