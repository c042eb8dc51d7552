import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a kept answer was given to, so that it can be erased with them. */
export class AnsweredUsers1763980000000 implements MigrationInterface {
  name = 'AnsweredUsers1763980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who asked before this was kept is not known: a day later those answers would have been forgotten anyway.
      delete from processed_commands where created_at < now() - interval '1 day';
      alter table processed_commands add column user_id bigint;
      create index processed_commands_user_id on processed_commands (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table processed_commands drop column user_id');
  }
}
