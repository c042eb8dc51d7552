import { MigrationInterface, QueryRunner } from 'typeorm';

/** When a job was last worked on: users take turns. */
export class JobTurns1764210000002 implements MigrationInterface {
  name = 'JobTurns1764210000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reshapes add column turn_at timestamptz;
      alter table rule_applications add column turn_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reshapes drop column turn_at;
      alter table rule_applications drop column turn_at;
    `);
  }
}
