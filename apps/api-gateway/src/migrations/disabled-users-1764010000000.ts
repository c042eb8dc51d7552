import { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are shut out for a while. */
export class DisabledUsers1764010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column disabled_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column disabled_at');
  }
}
