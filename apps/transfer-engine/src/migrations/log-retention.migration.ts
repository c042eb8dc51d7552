import { MigrationInterface, QueryRunner } from 'typeorm';

/** Old entries of the log are found by their time; entries come in its order, so a few pages of index do for all. */
export class LogRetention1764020000081 implements MigrationInterface {
  name = 'LogRetention1764020000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index transfer_logs_age on transfer_logs using brin (attempted_at) with (autosummarize = on)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transfer_logs_age');
  }
}
