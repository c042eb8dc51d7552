import { MigrationInterface, QueryRunner } from 'typeorm';

/** Old entries of the log are found by their time; entries come in its order, so a few pages of index do for all. */
export class LogRetention1764020000001 implements MigrationInterface {
  name = 'LogRetention1764020000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index rule_logs_age on rule_logs using brin (created_at) with (autosummarize = on)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index rule_logs_age');
  }
}
