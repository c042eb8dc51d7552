import { MigrationInterface, QueryRunner } from 'typeorm';

/** Who had it done, as the operator's command was told. */
export class OperatorRequesters1764010000000 implements MigrationInterface {
  name = 'OperatorRequesters1764010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table operator_requests add column requested_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table operator_requests drop column requested_by');
  }
}
